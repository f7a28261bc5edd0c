/**
 * The inbound side: JAX-RS resources, one package an inbound API, that read a request, hand it to the scheduler EJB on a virtual
 * thread and write what came of it. Imports {@code io.tiergate.scheduler}'s entry types only.
 */
package io.tiergate.web;
