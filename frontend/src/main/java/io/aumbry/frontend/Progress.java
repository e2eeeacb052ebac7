package io.aumbry.frontend;

import io.aumbry.frontend.rest.Operation;

/** What became of one request so far; only its own thread touches it. */
final class Progress {
  private final String requestId;
  private final long startNanos;
  private Operation operation = Operation.UNKNOWN;
  private int status;
  private long sentBytes;
  private boolean broken;
  private boolean shed;
  private String reason = "";

  /**
   * Of a request that has just come.
   *
   * @param startNanos in monotonic time
   */
  Progress(String requestId, long startNanos) {
    this.requestId = requestId;
    this.startNanos = startNanos;
  }

  String requestId() {
    return requestId;
  }

  long startNanos() {
    return startNanos;
  }

  Operation operation() {
    return operation;
  }

  void isFor(Operation what) {
    operation = what;
  }

  /** Of the answer, 0 before there is one. */
  int status() {
    return status;
  }

  void answeredWith(int answerStatus) {
    status = answerStatus;
  }

  /** Content of the answer, without its head. */
  long sentBytes() {
    return sentBytes;
  }

  void sent(long bytes) {
    sentBytes += bytes;
  }

  /** Why it was refused, failed or broke off; empty when it was not. */
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

  Outcome outcome() {
    if (broken) {
      return Outcome.BROKEN;
    }
    return shed ? Outcome.SHED : Outcome.ofStatus(status);
  }
}
