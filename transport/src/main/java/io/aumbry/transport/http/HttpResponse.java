package io.aumbry.transport.http;

/**
 * The head of a response. Content-Length and Date are added by the server.
 *
 * @param status 200 to 599
 */
public record HttpResponse(int status, HttpHeaders headers) {}
