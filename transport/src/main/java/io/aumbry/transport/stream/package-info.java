/**
 * The two ends of a byte stream between an event loop and a request's thread: received bytes that
 * wait for their reader, and written bytes that are not sent yet.
 *
 * <p>Each class has one side for the loop and one for the reader or writer, which may be another
 * thread. Only readers and writers wait. A reader that gives up closes its stream, which frees all
 * bytes that have arrived or arrive later.
 */
@NullMarked
package io.aumbry.transport.stream;

import org.jspecify.annotations.NullMarked;
