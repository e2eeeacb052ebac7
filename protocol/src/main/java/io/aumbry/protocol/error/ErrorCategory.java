package io.aumbry.protocol.error;

/** How a caller should react to an error. */
public enum ErrorCategory {
  /** The request is wrong. Every replica and every retry gives the same answer. */
  CALLER,
  /** This replica, node or partition cannot serve the request. Another one may. */
  ELSEWHERE,
  /** Bytes differ from those written. Another replica has them, and this one needs repair. */
  CORRUPT,
  BUG
}
