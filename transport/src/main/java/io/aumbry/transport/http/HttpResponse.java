package io.aumbry.transport.http;

/**
 * The head of a response. The server adds Content-Length and Date.
 *
 * @param status 200 to 599
 */
public record HttpResponse(int status, HttpHeaders headers) {}
