package io.aumbry.protocol.error;

import static io.aumbry.protocol.error.ErrorCategory.BUG;
import static io.aumbry.protocol.error.ErrorCategory.CALLER;
import static io.aumbry.protocol.error.ErrorCategory.CORRUPT;
import static io.aumbry.protocol.error.ErrorCategory.ELSEWHERE;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All errors. The wire number of a code never changes and is never reused. */
public enum ErrorCode {
  /** The request is malformed, or an argument is out of bounds. */
  BAD_REQUEST(1, CALLER),
  /** Text or bytes that are not a blob id. */
  INVALID_BLOB_ID(2, CALLER),
  /** A well-formed id with a partition that this cluster does not have. */
  UNKNOWN_PARTITION(3, CALLER),
  UNKNOWN_ACCOUNT(4, CALLER),
  UNKNOWN_CONTAINER(5, CALLER),
  /** The body is longer or shorter than announced. */
  SIZE_MISMATCH(6, CALLER),
  /** The body does not match its sender's checksum. */
  CHECKSUM_MISMATCH(7, CALLER),
  BLOB_TOO_LARGE(8, CALLER),
  RANGE_NOT_SATISFIABLE(9, CALLER),
  UNAUTHORIZED(10, CALLER),
  FORBIDDEN(11, CALLER),
  PRECONDITION_FAILED(12, CALLER),
  /** The id exists with other bytes. */
  CONFLICT(13, CALLER),
  NOT_FOUND(14, CALLER),
  DELETED(15, CALLER),
  EXPIRED(16, CALLER),
  /** The client closed its connection, or stopped reading for too long. */
  CLIENT_GONE(17, CALLER),
  /** The requester cancelled the request. */
  CANCELLED(18, CALLER),
  METHOD_NOT_ALLOWED(19, CALLER),
  /** The client stopped sending for too long, but can still receive an error. */
  CLIENT_TOO_SLOW(20, CALLER),
  /** The request is not in the format that it declares. */
  MALFORMED_REQUEST(21, CALLER),

  /** This node does not hold the partition, or its replica's state does not allow the request. */
  REPLICA_UNAVAILABLE(40, ELSEWHERE),
  DISK_FAILED(41, ELSEWHERE),
  NO_SPACE(42, ELSEWHERE),
  /** A named load limit was reached. Nothing was started. */
  OVERLOADED(43, ELSEWHERE),
  TIMED_OUT(44, ELSEWHERE),
  /** The connection broke or failed to open. The peer may have executed the request. */
  CONNECTION_LOST(45, ELSEWHERE),
  /** Too few replicas answered. */
  QUORUM_NOT_REACHED(46, ELSEWHERE),
  SHUTTING_DOWN(47, ELSEWHERE),
  /** The peer speaks no common version of the node protocol. */
  UNSUPPORTED_VERSION(48, ELSEWHERE),
  /** Other data centres did not accept a blob that was to be stored there before the response. */
  DURABILITY_NOT_REACHED(49, ELSEWHERE),
  /** A replica may have missed deletes that its peers have forgotten. It must not be used. */
  REPLICA_OUTDATED(50, ELSEWHERE),
  /** No partition has the class of the new blob. */
  UNKNOWN_CLASS(51, ELSEWHERE),
  /** The database of accounts and names cannot be reached, or did not answer in time. */
  CATALOG_UNAVAILABLE(52, ELSEWHERE),
  /** A change was sent to the catalog, but it is unknown whether it was made. */
  OUTCOME_UNKNOWN(53, ELSEWHERE),

  CORRUPT_RECORD(60, CORRUPT),
  /** Bytes changed between two processes. */
  CORRUPT_TRANSFER(61, CORRUPT),

  INTERNAL(80, BUG);

  private static final Map<Integer, ErrorCode> BY_WIRE =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(code -> code.wire, Function.identity()));

  private final int wire;
  private final ErrorCategory category;

  ErrorCode(int wire, ErrorCategory category) {
    this.wire = wire;
    this.category = category;
  }

  /** The number of this code in node messages, 1 to 255. */
  public int wire() {
    return wire;
  }

  public ErrorCategory category() {
    return category;
  }

  public static Optional<ErrorCode> ofWire(int wire) {
    return Optional.ofNullable(BY_WIRE.get(wire));
  }
}
