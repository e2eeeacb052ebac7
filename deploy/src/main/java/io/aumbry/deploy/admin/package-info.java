/**
 * What a process shows to operators and their monitoring: {@code /healthz} (it runs), {@code
 * /readyz} (it can do its work), {@code /metrics} (Prometheus text format 0.0.4), and the same
 * metrics over JMX.
 *
 * <p>Threads: the JDK's HTTP server with one thread of its own, apart from the event loops, so that
 * a process whose loops hang can still be looked at.
 */
@NullMarked
package io.aumbry.deploy.admin;

import org.jspecify.annotations.NullMarked;
