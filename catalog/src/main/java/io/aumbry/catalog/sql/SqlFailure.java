package io.aumbry.catalog.sql;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/** The reasons for which a transaction fails. Nothing of it was committed. */
enum SqlFailure {
  /** It lost against another transaction. */
  CONFLICT,
  /** There is no connection, or it broke. */
  UNREACHABLE,
  /** A statement was cancelled because it took too long. */
  TIMED_OUT,
  /** The database cannot store or read, for example because its disk is full. */
  OUT_OF_SERVICE,
  /** The statement is wrong. */
  BUG;

  AumbryException exception(Throwable cause) {
    return switch (this) {
      case CONFLICT ->
          unavailable("The transaction kept losing against others until the deadline", cause);
      case UNREACHABLE ->
          unavailable("The database cannot be reached: " + cause.getMessage(), cause);
      case TIMED_OUT -> unavailable("The database did not answer in time", cause);
      case OUT_OF_SERVICE ->
          unavailable("The database is out of service: " + cause.getMessage(), cause);
      case BUG -> new AumbryException(ErrorCode.INTERNAL, "A transaction failed: " + cause, cause);
    };
  }

  static AumbryException unavailable(String message, Throwable cause) {
    return new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, message, cause);
  }
}
