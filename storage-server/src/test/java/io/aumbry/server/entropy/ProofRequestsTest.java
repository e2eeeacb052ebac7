package io.aumbry.server.entropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.server.entropy.ProofRequests.Request;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProofRequestsTest {
  private static final long BEGIN = 1_000_000;
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final ProofRequests requests = new ProofRequests();

  @Test
  void aRequestIsOpenUntilItsPartitionIsProven() {
    requests.answer(new Verify(Verify.ALL, BEGIN - 5, 0), List.of(1, 2), BEGIN);
    assertThat(requests.of(1)).isEqualTo(new Request(BEGIN - 5, BEGIN));
    assertThat(requests.of(1).hereMillis()).isEqualTo(BEGIN);
    requests.end((partition, _) -> partition == 1, BEGIN + 10);
    assertThat(requests.of(1)).isEqualTo(Request.NONE);
    assertThat(requests.untilMillis(2)).isEqualTo(BEGIN - 5);
    assertThat(requests.count()).isEqualTo(1);
  }

  @Test
  void aTimeInTheFutureIsRefused() {
    long ahead = BEGIN + Duration.ofHours(2).toMillis();
    assertThatThrownBy(() -> requests.answer(new Verify(7, ahead, 0), List.of(7), BEGIN))
        .isInstanceOf(AumbryException.class)
        .hasMessage(
            "Cannot prove blobs up to 1970-01-01T02:16:40Z: it is 1970-01-01T00:16:40Z on this"
                + " node");
  }

  @Test
  void aRequestThatCannotBeFulfilledEndsAfterADay() {
    requests.answer(new Verify(7, BEGIN, 0), List.of(7), BEGIN);
    requests.end((_, _) -> false, BEGIN + DAY - 1);
    assertThat(requests.count()).isEqualTo(1);
    requests.end((_, _) -> false, BEGIN + DAY);
    assertThat(requests.count()).isZero();
  }

  @Test
  void theRequestedRateHoldsWhileARequestIsOpen() {
    assertThat(requests.blobsPerSecond(77)).isEqualTo(77);
    requests.answer(new Verify(7, BEGIN, 5_000), List.of(7), BEGIN);
    assertThat(requests.blobsPerSecond(77)).isEqualTo(5_000);
    requests.end((_, _) -> true, BEGIN);
    assertThat(requests.blobsPerSecond(77)).isEqualTo(77);
  }

  @Test
  void aRefusalNamesTheMissingPartition() {
    assertThatThrownBy(() -> requests.answer(new Verify(8, BEGIN, 0), List.of(7), BEGIN))
        .isInstanceOf(AumbryException.class)
        .hasMessage("This node has no open replica of partition 8");
  }

  @Test
  void aRefusalNamesTheRateAndItsLimit() {
    assertThatThrownBy(() -> new Verify(Verify.ALL, BEGIN, 999))
        .hasMessage("blobsPerSecond is 999, must be 1000 to 10000000");
    assertThatThrownBy(() -> new Verify(-2, BEGIN, 0)).hasMessageContaining("partition is -2");
  }

  @Test
  void aRepeatedRequestGoesOnAndALaterOneBeginsAnew() {
    ProofRequests requests = new ProofRequests();
    requests.answer(new Verify(7, BEGIN, 0), List.of(7), BEGIN);
    requests.answer(new Verify(7, BEGIN, 0), List.of(7), BEGIN + 60_000);
    assertThat(requests.of(7).hereMillis()).isEqualTo(BEGIN);
    requests.answer(new Verify(7, BEGIN + 1, 0), List.of(7), BEGIN + 60_000);
    assertThat(requests.of(7).hereMillis()).isEqualTo(BEGIN + 60_000);
  }
}
