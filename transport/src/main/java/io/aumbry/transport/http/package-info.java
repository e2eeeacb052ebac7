/**
 * HTTP/1.1 and HTTP/2 servers for straight-line handlers. Each request runs on one virtual thread,
 * which the event loop of its connection schedules.
 */
@NullMarked
package io.aumbry.transport.http;

import org.jspecify.annotations.NullMarked;
