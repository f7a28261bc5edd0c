/** Who may call: the gateway keys of SPEC 12. Until there are any, callers on loopback only. */
package io.tiergate.web.access;
