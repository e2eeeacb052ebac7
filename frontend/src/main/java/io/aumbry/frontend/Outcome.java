package io.aumbry.frontend;

/** How a request ended, as metrics and the access log name it. */
enum Outcome {
  /** As asked: 200 to 399. */
  OK("ok"),
  /** The client was told that it cannot have it: 400 to 499. */
  REFUSED("refused"),
  /** It could not be done: 500 to 599. */
  FAILED("failed"),
  /** It was not begun, since as much is being worked on as can be: 503. */
  SHED("shed"),
  /** The client was gone before the answer was complete, or the answer ended in its middle. */
  BROKEN("broken");

  private final String metricName;

  Outcome(String metricName) {
    this.metricName = metricName;
  }

  String metricName() {
    return metricName;
  }

  static Outcome ofStatus(int status) {
    return status < 400 ? OK : status < 500 ? REFUSED : FAILED;
  }
}
