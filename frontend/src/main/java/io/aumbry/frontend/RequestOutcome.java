package io.aumbry.frontend;

/** The outcome of a request in metrics and the access log. */
enum RequestOutcome {
  OK("ok"),
  REFUSED("refused"),
  FAILED("failed"),
  /** Overloaded: status 503. */
  SHED("shed"),
  /** The client disconnected, or the answer broke off. */
  BROKEN("broken");

  private final String metricName;

  RequestOutcome(String metricName) {
    this.metricName = metricName;
  }

  String metricName() {
    return metricName;
  }

  static RequestOutcome ofStatus(int status) {
    return status < 400 ? OK : status < 500 ? REFUSED : FAILED;
  }
}
