/**
 * The two ends of a stream of bytes between an event loop and the thread of a request: what has
 * come in and waits for its reader, and what is on its way out.
 *
 * <p>Threads: each class has a side for the loop and one for the reader or writer, which may be
 * another thread; nothing here waits but the reader and the writer. Nothing is lost or leaked when
 * one side gives up while the other still works.
 */
@NullMarked
package io.aumbry.transport.stream;

import org.jspecify.annotations.NullMarked;
