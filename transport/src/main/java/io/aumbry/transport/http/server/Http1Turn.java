package io.aumbry.transport.http.server;

/** The current request of an HTTP/1.1 connection and its progress. */
final class Http1Turn {
  final RequestHead.Valid head;
  final Exchange exchange;
  final TransferProgress bodyProgress;
  final TransferProgress sendProgress;

  /** Bytes received and not read by the handler yet. */
  int unread;

  /** Bytes received and dropped. */
  long dropped;

  /** Bytes of the body received, wanted or not. */
  long received;

  boolean wanted;
  boolean continued;
  boolean abandoned;

  /** Whether the handler was told so. It may respond until the next check. */
  boolean tooSlow;

  boolean bodyComplete;
  boolean headSent;
  boolean responseComplete;
  boolean closeAfter;

  Http1Turn(RequestHead.Valid head, Exchange exchange, long now) {
    this.head = head;
    this.exchange = exchange;
    this.bodyProgress = new TransferProgress(now);
    this.sendProgress = new TransferProgress(now);
    this.closeAfter = !head.keepAlive();
  }

  /** Whether reading the rest of the body is cheaper than a new connection. */
  boolean isWorthDraining(int limit) {
    long length = head.request().contentLength();
    boolean heldBack = head.expectsContinue() && !continued;
    return bodyComplete || (!heldBack && length >= 0 && length - received <= limit);
  }

  boolean dropsBody() {
    return abandoned || responseComplete;
  }
}
