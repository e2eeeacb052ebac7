package io.aumbry.transport.http;

import java.net.InetSocketAddress;

/**
 * The head of a request.
 *
 * @param method as sent, upper case for all methods in use
 * @param path undecoded, starts with a slash
 * @param query undecoded, without the question mark; empty when there is none
 * @param headers without pseudo-headers; the authority is under {@code host}
 * @param contentLength of the body in bytes as said by the client, 0 when it has none, -1 when it
 *     does not say
 * @param peer address of the client, or of the proxy before it
 */
public record HttpRequest(
    String method,
    String path,
    String query,
    HttpHeaders headers,
    long contentLength,
    InetSocketAddress peer) {}
