package io.aumbry.frontend.rest;

import io.aumbry.protocol.error.ErrorCode;

/**
 * Errors as clients of the REST API see them: the status, the name that Ambry's clients know it by,
 * and the phrase that goes with the status (RFC 9110, 15). Here alone it is decided which status an
 * {@link ErrorCode} becomes.
 */
public enum RestError {
  BAD_REQUEST(400, "BadRequest", "Bad Request"),
  INVALID_ARGS(400, "InvalidArgs", "Bad Request"),
  MISSING_ARGS(400, "MissingArgs", "Bad Request"),
  INVALID_ACCOUNT(400, "InvalidAccount", "Bad Request"),
  INVALID_CONTAINER(400, "InvalidContainer", "Bad Request"),
  INVALID_REQUEST_STATE(400, "InvalidRequestState", "Bad Request"),
  UNSUPPORTED_METHOD(400, "UnsupportedHttpMethod", "Bad Request"),
  UNAUTHORIZED(401, "Unauthorized", "Unauthorized"),
  ACCESS_DENIED(403, "AccessDenied", "Forbidden"),
  NOT_FOUND(404, "NotFound", "Not Found"),
  NOT_ALLOWED(405, "NotAllowed", "Method Not Allowed"),
  CONFLICT(409, "Conflict", "Conflict"),
  DELETED(410, "Deleted", "Gone"),
  PRECONDITION_FAILED(412, "PreconditionFailed", "Precondition Failed"),
  REQUEST_TOO_LARGE(413, "RequestTooLarge", "Content Too Large"),
  UNSUPPORTED_MEDIA_TYPE(415, "UnsupportedMediaType", "Unsupported Media Type"),
  RANGE_NOT_SATISFIABLE(416, "RangeNotSatisfiable", "Range Not Satisfiable"),
  INTERNAL(500, "InternalServerError", "Internal Server Error"),
  UNAVAILABLE(503, "ServiceUnavailable", "Service Unavailable"),
  INSUFFICIENT_CAPACITY(507, "InsufficientCapacity", "Insufficient Storage");

  private final int status;
  private final String wireName;
  private final String phrase;

  RestError(int status, String wireName, String phrase) {
    this.status = status;
    this.wireName = wireName;
    this.phrase = phrase;
  }

  public int status() {
    return status;
  }

  /** As in {@code x-ambry-error-code}. */
  public String wireName() {
    return wireName;
  }

  public String phrase() {
    return phrase;
  }

  public static RestError of(ErrorCode code) {
    return switch (code) {
      case BAD_REQUEST, INVALID_BLOB_ID, UNKNOWN_PARTITION -> BAD_REQUEST;
      case SIZE_MISMATCH, CHECKSUM_MISMATCH, CLIENT_GONE -> BAD_REQUEST;
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
      // Cancelled by us, since the client still listens: it may ask again.
      case CANCELLED -> UNAVAILABLE;
      case REPLICA_UNAVAILABLE, DISK_FAILED, OVERLOADED, TIMED_OUT -> UNAVAILABLE;
      case CONNECTION_LOST, QUORUM_NOT_REACHED, SHUTTING_DOWN -> UNAVAILABLE;
      case UNSUPPORTED_VERSION -> UNAVAILABLE;
      case CORRUPT_RECORD, CORRUPT_TRANSFER, INTERNAL -> INTERNAL;
    };
  }
}
