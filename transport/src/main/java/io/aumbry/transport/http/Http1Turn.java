package io.aumbry.transport.http;

/** The request of an HTTP/1.1 connection whose turn it is, and how far it has come. */
final class Http1Turn {
  final RequestHead.Valid head;
  final Exchange exchange;
  final Progress bodyProgress;
  final Progress sendProgress;

  /** Bytes received and not yet read by the handler. */
  int unread;

  /** Bytes received that nobody wants. */
  long dropped;

  /** Bytes received of the body, wanted or not. */
  long received;

  boolean wanted;
  boolean continued;
  boolean abandoned;

  /** Whether the handler was told so; it has the time of one more look to answer. */
  boolean tooSlow;

  boolean bodyComplete;
  boolean headSent;
  boolean responseComplete;
  boolean closeAfter;

  Http1Turn(RequestHead.Valid head, Exchange exchange, long now) {
    this.head = head;
    this.exchange = exchange;
    this.bodyProgress = new Progress(now);
    this.sendProgress = new Progress(now);
    this.closeAfter = !head.keepAlive();
  }

  /** Whether the rest of the body is so small that reading it is cheaper than a new connection. */
  boolean isWorthDraining(int limit) {
    long length = head.request().contentLength();
    boolean heldBack = head.expectsContinue() && !continued;
    return bodyComplete || (!heldBack && length >= 0 && length - received <= limit);
  }

  /** Whether what comes of the body goes nowhere. */
  boolean dropsBody() {
    return abandoned || responseComplete;
  }
}
