package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The next step for a replica and a peer, as a table. */
class CopyPlanTest {
  private static final ReplicationConfig CONFIG = ReplicationConfig.defaults();
  private static final long FAR_BEHIND = CONFIG.nearby().farBehind();

  /** An answer with the summaries of records 1 to {@code count}, of a store with {@code end}. */
  private static Batch answer(int count, long end, boolean complete, long bytes) {
    Source source = new Source(new UUID(1, 1), end, bytes, complete, new Opening(7, 0), 0, 0);
    return new Batch(3, source, count, List.of(), count * RecordSummary.SIZE);
  }

  private static CopyPlan plan(Distance distance, ReplicaState state, boolean complete) {
    return new CopyPlan(distance, state, complete, false);
  }

  @ParameterizedTest
  @CsvSource({
    "NEAR, STANDBY,   true",
    "NEAR, LEADER,    true",
    "NEAR, INACTIVE,  true",
    "NEAR, BOOTSTRAP, false",
    "FAR,  LEADER,    false",
  })
  void recordsMayStillArriveFromFrontends(Distance distance, ReplicaState state, boolean waits) {
    assertThat(plan(distance, state, true).awaitsFrontends()).isEqualTo(waits);
    assertThat(plan(distance, state, false).awaitsFrontends()).isEqualTo(waits);
  }

  @ParameterizedTest
  @CsvSource({
    "false, 8, 8, 20, true",
    "true,  8, 8, 20, false", // complete: the frontend sends new records
    "false, 7, 8, 20, false", // records of the answer are missing
    "false, 9, 8, 20, true", // the token has moved by a version vector
    "false, 8, 8, 8,  false", // the answer has reached the end
    "false, 0, 0, 20, false", // an empty answer
  })
  void anIncompleteReplicaGoesOnAtOnce(
      boolean complete, long token, int count, long end, boolean goesOn) {
    CopyPlan plan = plan(Distance.NEAR, ReplicaState.BOOTSTRAP, complete);
    assertThat(plan.goesOn(token, answer(count, end, true, 1))).isEqualTo(goesOn);
  }

  /** Each row differs in one word from an empty replica near a complete peer with many records. */
  @ParameterizedTest
  @CsvSource({
    "'',              8, 8, true",
    "'',              9, 9, true",
    "far,             8, 8, false",
    "complete,        8, 8, false",
    "failed,          8, 8, false",
    "incomplete-peer, 8, 8, false",
    "close,           8, 8, false",
    "'',              7, 7, false",
    "'',              9, 8, false",
  })
  void aReplicaThatLacksAlmostAllIsCopiedInBulk(
      String word, int summaries, int missing, boolean isBulk) {
    CopyPlan plan =
        new CopyPlan(
            word.equals("far") ? Distance.FAR : Distance.NEAR,
            ReplicaState.BOOTSTRAP,
            word.equals("complete"),
            word.equals("failed"));
    long bytes = word.equals("close") ? FAR_BEHIND : FAR_BEHIND + 1;
    Batch answer = answer(summaries, 20, !word.equals("incomplete-peer"), bytes);
    List<MissingRecord> lacking =
        LongStream.rangeClosed(1, missing)
            .mapToObj(sequence -> new MissingRecord(sequence, 10, 5))
            .toList();
    assertThat(plan.intervals(0, answer, lacking, CONFIG))
        .containsExactly(
            isBulk
                ? Interval.bulk(0, 20, CONFIG.tuning().stretchBytes())
                : new Interval(Pull.Form.RECORDS, 0, missing, 10L * missing, 5));
  }

  @ParameterizedTest
  @CsvSource({
    "'',           60000, 10000",
    "lags,         60000, 10000",
    "'',           700,   700",
    "skips,        60000, 200",
    "undecided,    60000, 200",
    "undecided,    90,    90",
    "full,         60000, 200",
    "full lags,    60000, 0",
    "silent,       60000, 0",
  })
  void aPullWaitsAtThePeer(String facts, long untilRollCall, long patience) {
    CopyPlan.Round round =
        new CopyPlan.Round(
            facts.contains("skips"),
            !facts.contains("full"),
            facts.contains("lags"),
            facts.contains("undecided"),
            facts.contains("silent"));
    assertThat(round.patience(Duration.ofSeconds(10), Duration.ofMillis(untilRollCall)))
        .hasMillis(patience);
  }
}
