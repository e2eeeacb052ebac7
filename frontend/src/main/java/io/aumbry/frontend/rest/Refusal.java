package io.aumbry.frontend.rest;

import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.transport.http.HttpFault;
import java.time.Duration;
import java.util.Set;

/**
 * A request that ends with an error to the client, thrown from wherever that is found out. It has
 * no stack trace: it is an answer, and it must not cost more than one.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String RETRY_AFTER_SECONDS = "1";

  /** What goes wrong when no partition takes a blob. */
  private static final Set<ErrorCode> PLACING =
      Set.of(ErrorCode.UNKNOWN_CLASS, ErrorCode.NO_SPACE, ErrorCode.QUORUM_NOT_REACHED);

  private final RestError error;
  private final String reason;
  private final String detail;
  private final String fieldName;
  private final String fieldValue;

  public Refusal(RestError error, String reason) {
    this(error, reason, reason, "", "");
  }

  /** With a field that the status asks for, and a detail that is not for the client. */
  private Refusal(
      RestError error, String reason, String detail, String fieldName, String fieldValue) {
    super(detail, null, false, false);
    this.detail = detail;
    this.error = error;
    this.reason = reason;
    this.fieldName = fieldName;
    this.fieldValue = fieldValue;
  }

  static Refusal notAllowed(String method, String allowed) {
    String reason = method + " is not allowed here, but " + allowed;
    return new Refusal(RestError.NOT_ALLOWED, reason, reason, "Allow", allowed);
  }

  static Refusal endsTooSoon(Duration least) {
    String reason = "The blob ends within " + least.toHours() + " hours, which stays so";
    return new Refusal(RestError.NOT_ALLOWED, reason, reason, "Allow", "GET,HEAD,DELETE");
  }

  static Refusal unsatisfiable(long size) {
    String reason = "The range names no byte of the blob, which has " + size;
    return new Refusal(
        RestError.RANGE_NOT_SATISFIABLE, reason, reason, "Content-Range", "bytes */" + size);
  }

  static Refusal absent(Absence absence) {
    return switch (absence) {
      case NOT_FOUND -> new Refusal(RestError.of(ErrorCode.NOT_FOUND), "There is no such blob");
      case DELETED -> new Refusal(RestError.of(ErrorCode.DELETED), "The blob has been deleted");
      case EXPIRED -> new Refusal(RestError.of(ErrorCode.EXPIRED), "The blob has expired");
    };
  }

  /**
   * What any failure looks like to a client: of what is no fault of its own it hears in general
   * terms, while the detail, with the names of nodes and files, is for the log.
   */
  public static Refusal of(Throwable failure) {
    return switch (failure) {
      case Refusal refusal -> refusal;
      case AumbryException known -> of(known.code(), String.valueOf(known.getMessage()));
      default -> of(ErrorCode.INTERNAL, failure.toString());
    };
  }

  /** An upload that could not be placed says of which class its partition was to be. */
  static RuntimeException ofUpload(AumbryException failure, PartitionClass partitionClass) {
    if (!PLACING.contains(failure.code())) {
      return failure;
    }
    Refusal refusal = of(failure);
    String where = " (partitions of class '" + partitionClass + "')";
    return of(refusal.error, refusal.reason + where, refusal.detail);
  }

  /** A request that is refused before it is one. */
  public static Refusal of(HttpFault fault) {
    return of(RestError.of(fault.kind()), fault.reason(), fault.reason());
  }

  private static Refusal of(ErrorCode code, String detail) {
    RestError error = RestError.of(code);
    boolean forTheClient = error.status() < 500;
    return of(error, forTheClient ? detail : inGeneral(code), detail);
  }

  private static Refusal of(RestError error, String reason, String detail) {
    return error == RestError.UNAVAILABLE
        ? new Refusal(error, reason, detail, "Retry-After", RETRY_AFTER_SECONDS)
        : new Refusal(error, reason, detail, "", "");
  }

  private static String inGeneral(ErrorCode code) {
    return switch (code) {
      case OVERLOADED -> "There is too much load at the moment";
      case TIMED_OUT -> "It could not be done in time";
      case SHUTTING_DOWN -> "This frontend is being shut down";
      case NO_SPACE -> "There is no room for the blob";
      case REPLICA_UNAVAILABLE,
          REPLICA_OUTDATED,
          DISK_FAILED,
          CONNECTION_LOST,
          QUORUM_NOT_REACHED ->
          "Too few replicas can be reached at the moment";
      case DURABILITY_NOT_REACHED ->
          "The durability asked for cannot be had: other data centres do not take the blob";
      case UNKNOWN_CLASS -> "There is no partition to which blobs of the container go";
      case UNSUPPORTED_VERSION -> "The replicas cannot be asked at the moment";
      case CANCELLED -> "It was given up";
      default -> "The request failed; its id names it in the logs";
    };
  }

  public RestError error() {
    return error;
  }

  public String reason() {
    return reason;
  }

  /** The reason in full, for the log. */
  public String detail() {
    return detail;
  }

  /** A field that the status asks for; empty when it asks for none. */
  String fieldName() {
    return fieldName;
  }

  String fieldValue() {
    return fieldValue;
  }
}
