/**
 * The admin port of a process, for operators and monitoring: {@code /healthz} (the process runs),
 * {@code /readyz} (it can serve), {@code /metrics} (Prometheus text format 0.0.4). The same metrics
 * are available over JMX.
 *
 * <p>The admin server has its own threads, so that a process with blocked event loops can still be
 * observed.
 */
@NullMarked
package io.aumbry.deploy.admin;

import org.jspecify.annotations.NullMarked;
