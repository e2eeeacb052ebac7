package io.aumbry.frontend;

import io.aumbry.frontend.rest.AccessTrail;
import io.aumbry.frontend.rest.RestOperation;

/** The state of a request. Confined to its thread. */
final class RequestProgress {
  private final String requestId;
  private final long startNanos;
  private RestOperation operation = RestOperation.UNKNOWN;
  private int status;
  private long sentBytes;
  private boolean broken;
  private boolean shed;
  private String reason = "";
  private String allowedOrigin = "";
  private final AccessTrail trail = new AccessTrail();

  RequestProgress(String requestId, long startNanos) {
    this.requestId = requestId;
    this.startNanos = startNanos;
  }

  String requestId() {
    return requestId;
  }

  long startNanos() {
    return startNanos;
  }

  RestOperation operation() {
    return operation;
  }

  void isFor(RestOperation kind) {
    operation = kind;
  }

  AccessTrail trail() {
    return trail;
  }

  /** For CORS; empty unless the object of the request allows an origin. */
  String allowedOrigin() {
    return allowedOrigin;
  }

  void allows(String origin) {
    allowedOrigin = origin;
  }

  /** 0 before there is an answer. */
  int status() {
    return status;
  }

  void answeredWith(int answerStatus) {
    status = answerStatus;
  }

  /** Without the head of the answer. */
  long sentBytes() {
    return sentBytes;
  }

  void sent(long bytes) {
    sentBytes += bytes;
  }

  /** Why it was refused, failed or broke off; otherwise empty. */
  String reason() {
    return reason;
  }

  void failedFor(String why) {
    reason = why;
  }

  void broke() {
    broken = true;
  }

  void wasShed() {
    shed = true;
  }

  RequestOutcome outcome() {
    if (broken) {
      return RequestOutcome.BROKEN;
    }
    return shed ? RequestOutcome.SHED : RequestOutcome.ofStatus(status);
  }
}
