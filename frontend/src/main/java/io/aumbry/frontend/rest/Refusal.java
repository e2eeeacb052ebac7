package io.aumbry.frontend.rest;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;

/**
 * A request that ends with an error to the client, thrown from wherever that is found out. It has
 * no stack trace: it is an answer, and it must not cost more than one.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String RETRY_AFTER_SECONDS = "1";

  private final RestError error;
  private final String reason;
  private final String fieldName;
  private final String fieldValue;

  public Refusal(RestError error, String reason) {
    this(error, reason, "", "");
  }

  /** With a field that the status asks for. */
  private Refusal(RestError error, String reason, String fieldName, String fieldValue) {
    super(reason, null, false, false);
    this.error = error;
    this.reason = reason;
    this.fieldName = fieldName;
    this.fieldValue = fieldValue;
  }

  static Refusal notAllowed(String method, String allowed) {
    return new Refusal(
        RestError.NOT_ALLOWED, method + " is not allowed here, but " + allowed, "Allow", allowed);
  }

  static Refusal unsatisfiable(long size) {
    return new Refusal(
        RestError.RANGE_NOT_SATISFIABLE,
        "The range names no byte of the blob, which has " + size,
        "Content-Range",
        "bytes */" + size);
  }

  static Refusal absent(Absence absence) {
    return switch (absence) {
      case NOT_FOUND -> new Refusal(RestError.of(ErrorCode.NOT_FOUND), "There is no such blob");
      case DELETED -> new Refusal(RestError.of(ErrorCode.DELETED), "The blob has been deleted");
      case EXPIRED -> new Refusal(RestError.of(ErrorCode.EXPIRED), "The blob has expired");
    };
  }

  /** What any failure looks like to a client; of what is our own fault it says nothing. */
  public static Refusal of(Throwable failure) {
    return switch (failure) {
      case Refusal refusal -> refusal;
      case AumbryException known -> of(known.code(), String.valueOf(known.getMessage()));
      default -> of(ErrorCode.INTERNAL, "");
    };
  }

  private static Refusal of(ErrorCode code, String reason) {
    RestError error = RestError.of(code);
    return switch (error) {
      case UNAVAILABLE -> new Refusal(error, reason, "Retry-After", RETRY_AFTER_SECONDS);
      case INTERNAL -> new Refusal(error, "The request failed; its id names it in the logs");
      default -> new Refusal(error, reason);
    };
  }

  public RestError error() {
    return error;
  }

  public String reason() {
    return reason;
  }

  /** A field that the status asks for; empty when it asks for none. */
  String fieldName() {
    return fieldName;
  }

  String fieldValue() {
    return fieldValue;
  }
}
