package io.aumbry.frontend.rest;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.transport.http.HttpHeaders;

/** The answer of an operation, sent by the frame. */
public sealed interface Answer {
  int status();

  HttpHeaders.Builder headers();

  record Whole(int status, HttpHeaders.Builder headers, Body body) implements Answer {}

  /**
   * To HEAD.
   *
   * @param contentLength that GET would send, in bytes
   */
  record HeadOnly(int status, HttpHeaders.Builder headers, long contentLength) implements Answer {}

  /**
   * With a streamed body.
   *
   * @param content of exactly {@code contentLength} bytes, owned by the answer
   */
  record Streamed(int status, HttpHeaders.Builder headers, long contentLength, ByteSource content)
      implements Answer {}

  /** With a JSON document. */
  static Whole json(Record document, HttpHeaders.Builder headers) {
    return json(HeapBuffer.copyOf(JsonWriter.CAMEL_CASE.bytes(document)), headers);
  }

  /** With the JSON document of a new object. */
  static Answer created(Record document, HttpHeaders.Builder headers) {
    return new Whole(201, headers, json(document, headers).body());
  }

  /** With the bytes of a JSON document, which must not be cached. */
  static Whole json(Buffer document, HttpHeaders.Builder headers) {
    headers.add("Content-Type", "application/json").add("Cache-Control", "no-store");
    return new Whole(200, headers, Body.of(document));
  }

  static Answer empty(int status, HttpHeaders.Builder headers) {
    return new Whole(status, headers, Body.empty());
  }
}
