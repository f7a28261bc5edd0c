/** MicroProfile Health: alive where the process answers, ready where the configuration is loaded; no upstream is asked. */
package io.tiergate.web.health;
