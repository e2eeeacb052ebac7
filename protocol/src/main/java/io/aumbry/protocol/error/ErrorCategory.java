package io.aumbry.protocol.error;

/** What the one who gets an error should do about it. */
public enum ErrorCategory {
  /** The request itself is wrong; asking again, here or elsewhere, gives the same answer. */
  CALLER,
  /** This replica, node or partition cannot; another one may. */
  ELSEWHERE,
  /** Bytes are not what was written; another replica has them, and this one needs repair. */
  CORRUPT,
  /** Aumbry did something that it never should. */
  BUG
}
