package io.aumbry.frontend.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.http.HttpFault;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RestErrorTest {
  /** Lists all statuses, so that a new error code must be added here as well. */
  private static final String STATUSES =
      """
      BAD_REQUEST 400 BadRequest
      INVALID_BLOB_ID 400 BadRequest
      UNKNOWN_PARTITION 400 BadRequest
      UNKNOWN_ACCOUNT 400 InvalidAccount
      UNKNOWN_CONTAINER 400 InvalidContainer
      SIZE_MISMATCH 400 BadRequest
      CHECKSUM_MISMATCH 400 BadRequest
      BLOB_TOO_LARGE 413 RequestTooLarge
      RANGE_NOT_SATISFIABLE 416 RangeNotSatisfiable
      UNAUTHORIZED 401 Unauthorized
      FORBIDDEN 403 AccessDenied
      PRECONDITION_FAILED 412 PreconditionFailed
      CONFLICT 409 Conflict
      NOT_FOUND 404 NotFound
      DELETED 410 Deleted
      EXPIRED 410 Deleted
      CLIENT_GONE 400 BadRequest
      CANCELLED 503 ServiceUnavailable
      METHOD_NOT_ALLOWED 405 NotAllowed
      CLIENT_TOO_SLOW 408 RequestTimeout
      MALFORMED_REQUEST 400 MalformedRequest
      REPLICA_UNAVAILABLE 503 ServiceUnavailable
      DISK_FAILED 503 ServiceUnavailable
      NO_SPACE 507 InsufficientCapacity
      OVERLOADED 503 ServiceUnavailable
      TIMED_OUT 503 ServiceUnavailable
      CONNECTION_LOST 503 ServiceUnavailable
      QUORUM_NOT_REACHED 503 ServiceUnavailable
      SHUTTING_DOWN 503 ServiceUnavailable
      UNSUPPORTED_VERSION 503 ServiceUnavailable
      DURABILITY_NOT_REACHED 503 ServiceUnavailable
      REPLICA_OUTDATED 503 ServiceUnavailable
      UNKNOWN_CLASS 503 ServiceUnavailable
      CATALOG_UNAVAILABLE 503 ServiceUnavailable
      OUTCOME_UNKNOWN 503 OutcomeUnknown
      CORRUPT_RECORD 500 InternalServerError
      CORRUPT_TRANSFER 500 InternalServerError
      INTERNAL 500 InternalServerError
      """;

  @Test
  void everyErrorCodeHasTheStatusOfTheContract() {
    String actual =
        Stream.of(ErrorCode.values())
            .map(code ->
                code + " " + RestError.of(code).status() + " " + RestError.of(code).wireName())
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(actual).isEqualTo(STATUSES);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void serverErrorsAreNotReportedAsClientErrors(ErrorCode code) {
    boolean blamed = RestError.of(code).status() < 500;
    if (code.category() != ErrorCategory.CALLER) {
      assertThat(blamed).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(HttpFault.Kind.class)
  void everyFaultBelowTheApiKeepsItsStatus(HttpFault.Kind kind) {
    assertThat(RestError.of(kind).status()).isEqualTo(kind.status());
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void detailsOfServerErrorsAreOnlyLogged(ErrorCode code) {
    String secret = "node storage-2 at 10.1.2.3:7777 has no room";
    Refusal refusal = Refusal.of(new AumbryException(code, secret));
    assertThat(refusal.detail()).isEqualTo(secret);
    assertThat(refusal.reason()).isNotEmpty();
    if (RestError.of(code).status() >= 500) {
      assertThat(refusal.reason()).doesNotContain("storage-2", "10.1.2.3");
    } else {
      assertThat(refusal.reason()).isEqualTo(secret);
    }
  }

  @Test
  void internalErrorsRevealNothing() {
    AumbryException bug = new AumbryException(ErrorCode.INTERNAL, "secret 42");
    assertThat(Refusal.of(bug).reason()).doesNotContain("42");
    assertThat(Refusal.of(new IllegalStateException("secret 42")).reason()).doesNotContain("42");
    assertThat(Refusal.of(new StackOverflowError("secret 42")).error())
        .isEqualTo(RestError.INTERNAL);
  }
}
