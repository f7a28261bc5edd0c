/**
 * What docs/performance.md is measured with: a mock upstream, a load at a fixed rate, and JMH for choosing a slot. Not shipped.
 */
package io.tiergate.bench;
