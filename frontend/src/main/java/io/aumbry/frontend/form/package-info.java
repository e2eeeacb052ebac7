/**
 * Forms with files ({@code multipart/form-data}: RFC 7578, RFC 2046), read part by part from the
 * network on the thread of the request.
 *
 * <p>Content is passed on as slices of the network buffers. Forms of any size thus cost no memory,
 * and a slow reader slows the client down. Existing libraries instead buffer each part in memory or
 * in a file (Netty, Jersey), or copy it through an {@code InputStream} (Commons FileUpload).
 *
 * <pre>
 *   preamble CRLF --boundary CRLF
 *   header fields CRLF CRLF content CRLF --boundary CRLF      any number of times
 *   header fields CRLF CRLF content CRLF --boundary-- epilogue
 * </pre>
 */
@NullMarked
package io.aumbry.frontend.form;

import org.jspecify.annotations.NullMarked;
