package io.aumbry.transport.http;

import java.net.InetSocketAddress;

/**
 * The head of a request.
 *
 * @param method as sent, upper case for all methods in use
 * @param path undecoded, starts with a slash
 * @param query undecoded, without the question mark; may be empty
 * @param headers without pseudo-headers; the authority is under {@code host}
 * @param contentLength of the body in bytes, 0 without a body, -1 if unknown
 * @param peer address of the client, or of the last proxy
 */
public record HttpRequest(
    String method,
    String path,
    String query,
    HttpHeaders headers,
    long contentLength,
    InetSocketAddress peer) {}
