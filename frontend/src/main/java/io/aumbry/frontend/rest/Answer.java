package io.aumbry.frontend.rest;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.transport.http.HttpHeaders;

/** What an operation answers; the frame sends it. */
public sealed interface Answer {
  int status();

  HttpHeaders.Builder headers();

  /** With a body that is there already; owned by the answer. */
  record Whole(int status, HttpHeaders.Builder headers, Body body) implements Answer {}

  /**
   * To HEAD.
   *
   * @param contentLength that GET would send, in bytes
   */
  record HeadOnly(int status, HttpHeaders.Builder headers, long contentLength) implements Answer {}

  /**
   * With a body that is still to come.
   *
   * @param content of exactly {@code contentLength} bytes; owned by the answer
   */
  record Streamed(int status, HttpHeaders.Builder headers, long contentLength, ByteSource content)
      implements Answer {}

  static Answer empty(int status, HttpHeaders.Builder headers) {
    return new Whole(status, headers, Body.empty());
  }
}
