/**
 * Logs as lines for machines that people can read: one event a line, {@code key=value} with the
 * fields {@code time level logger message}, then what the event carries ({@code request} among it),
 * then {@code error} and {@code stack}. A value with anything but plain characters is in quotes,
 * with {@code \n}, {@code \t}, {@code \"} and {@code \\} escaped, so that no value can forge a line
 * or a field.
 *
 * <p>Threads: any thread may log; one thread of its own writes, from a bounded queue that drops
 * rather than hold an event loop.
 */
@NullMarked
package io.aumbry.deploy.log;

import org.jspecify.annotations.NullMarked;
