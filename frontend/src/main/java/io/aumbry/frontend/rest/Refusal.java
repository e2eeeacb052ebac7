package io.aumbry.frontend.rest;

import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.transport.http.HttpFault;
import java.time.Duration;
import java.util.Set;

/**
 * Ends a request with an error for the client. It has no stack trace, because it is an ordinary
 * answer and must be cheap.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String RETRY_AFTER_SECONDS = "1";

  private static final Set<ErrorCode> PLACING =
      Set.of(ErrorCode.UNKNOWN_CLASS, ErrorCode.NO_SPACE, ErrorCode.QUORUM_NOT_REACHED);

  private final RestError error;
  private final String reason;
  private final String detail;
  private final String fieldName;
  private final String fieldValue;
  private final boolean isForUnknown;

  public Refusal(RestError error, String reason) {
    this(error, reason, reason, "", "");
  }

  /** With a field that the status requires, and a detail for the log only. */
  private Refusal(
      RestError error, String reason, String detail, String fieldName, String fieldValue) {
    this(error, reason, detail, fieldName, fieldValue, false);
  }

  private Refusal(
      RestError error,
      String reason,
      String detail,
      String fieldName,
      String fieldValue,
      boolean isForUnknown) {
    super(detail, null, false, false);
    this.isForUnknown = isForUnknown;
    this.detail = detail;
    this.error = error;
    this.reason = reason;
    this.fieldName = fieldName;
    this.fieldValue = fieldValue;
  }

  /**
   * The request names an object that does not exist. Only senders with the right to the action on
   * it may learn this.
   */
  static Refusal unknown(RestError error, String reason) {
    return new Refusal(error, reason, reason, "", "", true);
  }

  public static Refusal notAllowed(String method, String allowed) {
    String reason = method + " is not allowed here; allowed are " + allowed;
    return new Refusal(RestError.NOT_ALLOWED, reason, reason, "Allow", allowed);
  }

  /**
   * The sender must prove its identity.
   *
   * @param detail for the log only
   * @param challenge value of {@code WWW-Authenticate}
   */
  public static Refusal unauthorised(String reason, String detail, String challenge) {
    return new Refusal(RestError.UNAUTHORIZED, reason, detail, "WWW-Authenticate", challenge);
  }

  /**
   * The sender lacks a right.
   *
   * @param detail for the log only
   */
  public static Refusal forbidden(String reason, String detail) {
    return of(RestError.ACCESS_DENIED, reason, detail);
  }

  /**
   * A part that the request needs does not answer.
   *
   * @param detail for the log only
   */
  public static Refusal unavailable(String reason, String detail) {
    return of(RestError.UNAVAILABLE, reason, detail);
  }

  /** A container cannot be created, because one of the same name is being deleted. */
  public static Refusal beingDeleted(String reason) {
    return new Refusal(RestError.NOT_ALLOWED, reason, reason, "Allow", "GET,HEAD");
  }

  /** A role that cannot be changed. */
  public static Refusal readyMade(String role) {
    String reason = "The role '" + role + "' is ready-made and cannot be changed";
    return new Refusal(RestError.NOT_ALLOWED, reason, reason, "Allow", "GET, HEAD, OPTIONS");
  }

  public static Refusal endsTooSoon(Duration least) {
    String reason =
        "The blob expires within " + least.toHours() + " hours, which cannot be changed";
    return new Refusal(RestError.NOT_ALLOWED, reason, reason, "Allow", "GET,HEAD,DELETE");
  }

  public static Refusal unsatisfiable(long size) {
    String reason = "The range is outside the blob, which has size " + size;
    return new Refusal(
        RestError.RANGE_NOT_SATISFIABLE, reason, reason, "Content-Range", "bytes */" + size);
  }

  /** The blob, which has this size, has no such segment. */
  public static Refusal noSegment(int number, long size) {
    String reason = "The blob has no segment " + number;
    return new Refusal(
        RestError.RANGE_NOT_SATISFIABLE, reason, reason, "Content-Range", "bytes */" + size);
  }

  public static Refusal absent(Absence absence) {
    return switch (absence) {
      case NOT_FOUND -> new Refusal(RestError.of(ErrorCode.NOT_FOUND), "There is no such blob");
      case DELETED -> new Refusal(RestError.of(ErrorCode.DELETED), "The blob has been deleted");
      case EXPIRED -> new Refusal(RestError.of(ErrorCode.EXPIRED), "The blob has expired");
    };
  }

  /**
   * Converts any failure. Clients get only a general reason for server errors. The detail, with
   * names of nodes and files, is for the log.
   */
  public static Refusal of(Throwable failure) {
    return switch (failure) {
      case Refusal refusal -> refusal;
      case AumbryException known -> of(known.code(), String.valueOf(known.getMessage()));
      default -> of(ErrorCode.INTERNAL, failure.toString());
    };
  }

  public static RuntimeException ofUpload(AumbryException failure, PartitionClass partitionClass) {
    if (!PLACING.contains(failure.code())) {
      return failure;
    }
    Refusal refusal = of(failure);
    String where = " (partitions of class '" + partitionClass + "')";
    return of(refusal.error, refusal.reason + where, refusal.detail);
  }

  /** For input that never becomes a request. */
  public static Refusal of(HttpFault fault) {
    return of(RestError.of(fault.kind()), fault.reason(), fault.reason());
  }

  private static Refusal of(ErrorCode code, String detail) {
    RestError error = RestError.of(code);
    boolean forTheClient = error.status() < 500;
    return of(error, forTheClient ? detail : generalReason(code), detail);
  }

  private static Refusal of(RestError error, String reason, String detail) {
    return error == RestError.UNAVAILABLE || error == RestError.OUTCOME_UNKNOWN
        ? new Refusal(error, reason, detail, "Retry-After", RETRY_AFTER_SECONDS)
        : new Refusal(error, reason, detail, "", "");
  }

  private static String generalReason(ErrorCode code) {
    return switch (code) {
      case OVERLOADED -> "The frontend is overloaded";
      case TIMED_OUT -> "The request timed out";
      case SHUTTING_DOWN -> "This frontend is being shut down";
      case NO_SPACE -> "There is no room for the blob";
      case REPLICA_UNAVAILABLE,
          REPLICA_OUTDATED,
          DISK_FAILED,
          CONNECTION_LOST,
          QUORUM_NOT_REACHED ->
          "Too few replicas can be reached at the moment";
      case DURABILITY_NOT_REACHED ->
          "The requested durability is out of reach: other data centres do not take the blob";
      case UNKNOWN_CLASS -> "No partition has the class of the container";
      case UNSUPPORTED_VERSION -> "The replicas cannot be used at the moment";
      case CATALOG_UNAVAILABLE -> "The catalog cannot be reached at the moment";
      case OUTCOME_UNKNOWN ->
          "The catalog has not confirmed the change, and it is not known yet whether it was made."
              + " Read the object before you repeat the request";
      case CANCELLED -> "The request was cancelled";
      default -> "The request failed; the logs have the reason under its id";
    };
  }

  boolean isForUnknown() {
    return isForUnknown;
  }

  public RestError error() {
    return error;
  }

  public String reason() {
    return reason;
  }

  public String detail() {
    return detail;
  }

  String fieldName() {
    return fieldName;
  }

  String fieldValue() {
    return fieldValue;
  }
}
