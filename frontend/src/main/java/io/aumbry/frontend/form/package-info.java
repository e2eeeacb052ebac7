/**
 * Forms with files ({@code multipart/form-data}: RFC 7578, RFC 2046), read part by part while they
 * come, on the thread of the request.
 *
 * <p>A part's content is passed on as slices of the buffers that came from the network, so neither
 * its size nor that of the form costs memory, and a reader that is slow holds the client back. The
 * libraries there are either gather each part in memory or in a file (Netty, Jersey), or copy it
 * through an {@code InputStream} (Commons FileUpload).
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
