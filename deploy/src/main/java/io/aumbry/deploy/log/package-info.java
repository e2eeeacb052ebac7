/**
 * Logs in logfmt: one event a line, {@code key=value} with the fields {@code time level logger
 * message}, then the event's own fields (such as {@code request}), then {@code error} and {@code
 * stack}. A value with special characters is quoted, with {@code \n}, {@code \t}, {@code \"} and
 * {@code \\} escaped, so that no value can forge a line or a field.
 *
 * <p>Any thread may log. One thread writes, from a bounded queue that drops events rather than
 * block an event loop.
 */
@NullMarked
package io.aumbry.deploy.log;

import org.jspecify.annotations.NullMarked;
