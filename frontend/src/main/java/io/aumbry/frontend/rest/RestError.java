package io.aumbry.frontend.rest;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http.HttpFault;
import io.aumbry.transport.http.StatusPhrase;

/**
 * Errors as clients see them: the status and Ambry's name. This is the only place that maps {@link
 * ErrorCode} and transport faults to a status.
 */
public enum RestError {
  BAD_REQUEST(400, "BadRequest"),
  INVALID_ARGS(400, "InvalidArgs"),
  MISSING_ARGS(400, "MissingArgs"),
  INVALID_ACCOUNT(400, "InvalidAccount"),
  INVALID_CONTAINER(400, "InvalidContainer"),
  INVALID_REQUEST_STATE(400, "InvalidRequestState"),
  UNSUPPORTED_METHOD(400, "UnsupportedHttpMethod"),
  MALFORMED_REQUEST(400, "MalformedRequest"),
  UNAUTHORIZED(401, "Unauthorized"),
  ACCESS_DENIED(403, "AccessDenied"),
  NOT_FOUND(404, "NotFound"),
  NOT_ALLOWED(405, "NotAllowed"),
  REQUEST_TIMEOUT(408, "RequestTimeout"),
  CONFLICT(409, "Conflict"),
  DELETED(410, "Deleted"),
  PRECONDITION_FAILED(412, "PreconditionFailed"),
  REQUEST_TOO_LARGE(413, "RequestTooLarge"),
  URI_TOO_LONG(414, "MalformedRequest"),
  RANGE_NOT_SATISFIABLE(416, "RangeNotSatisfiable"),
  EXPECTATION_FAILED(417, "BadRequest"),
  HEADERS_TOO_LARGE(431, "MalformedRequest"),
  INTERNAL(500, "InternalServerError"),
  UNAVAILABLE(503, "ServiceUnavailable"),
  /** A change may or may not have been made. */
  OUTCOME_UNKNOWN(503, "OutcomeUnknown"),
  INSUFFICIENT_CAPACITY(507, "InsufficientCapacity");

  private final int status;
  private final String wireName;

  RestError(int status, String wireName) {
    this.status = status;
    this.wireName = wireName;
  }

  public int status() {
    return status;
  }

  public String wireName() {
    return wireName;
  }

  public String phrase() {
    return StatusPhrase.of(status);
  }

  public static RestError of(HttpFault.Kind fault) {
    return switch (fault) {
      case MALFORMED -> MALFORMED_REQUEST;
      case TOO_SLOW -> REQUEST_TIMEOUT;
      case REQUEST_LINE_TOO_LONG -> URI_TOO_LONG;
      case EXPECTATION_FAILED -> EXPECTATION_FAILED;
      case HEADERS_TOO_LARGE -> HEADERS_TOO_LARGE;
      case UNANSWERED -> INTERNAL;
    };
  }

  public static RestError of(ErrorCode code) {
    return switch (code) {
      case BAD_REQUEST, INVALID_BLOB_ID, UNKNOWN_PARTITION -> BAD_REQUEST;
      case SIZE_MISMATCH, CHECKSUM_MISMATCH, CLIENT_GONE -> BAD_REQUEST;
      case MALFORMED_REQUEST -> MALFORMED_REQUEST;
      case CLIENT_TOO_SLOW -> REQUEST_TIMEOUT;
      case UNKNOWN_ACCOUNT -> INVALID_ACCOUNT;
      case UNKNOWN_CONTAINER -> INVALID_CONTAINER;
      case BLOB_TOO_LARGE -> REQUEST_TOO_LARGE;
      case RANGE_NOT_SATISFIABLE -> RANGE_NOT_SATISFIABLE;
      case UNAUTHORIZED -> UNAUTHORIZED;
      case FORBIDDEN -> ACCESS_DENIED;
      case PRECONDITION_FAILED -> PRECONDITION_FAILED;
      case CONFLICT -> CONFLICT;
      case NOT_FOUND -> NOT_FOUND;
      case DELETED, EXPIRED -> DELETED;
      case METHOD_NOT_ALLOWED -> NOT_ALLOWED;
      case NO_SPACE -> INSUFFICIENT_CAPACITY;
      // Cancelled by this process while the client listens, so the client may retry.
      case CANCELLED -> UNAVAILABLE;
      case REPLICA_UNAVAILABLE, DISK_FAILED, OVERLOADED, TIMED_OUT -> UNAVAILABLE;
      case CONNECTION_LOST, QUORUM_NOT_REACHED, SHUTTING_DOWN -> UNAVAILABLE;
      case UNSUPPORTED_VERSION, DURABILITY_NOT_REACHED, REPLICA_OUTDATED -> UNAVAILABLE;
      case UNKNOWN_CLASS, CATALOG_UNAVAILABLE -> UNAVAILABLE;
      case OUTCOME_UNKNOWN -> OUTCOME_UNKNOWN;
      case CORRUPT_RECORD, CORRUPT_TRANSFER, INTERNAL -> INTERNAL;
    };
  }
}
