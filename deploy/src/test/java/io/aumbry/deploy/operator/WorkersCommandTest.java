package io.aumbry.deploy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import org.junit.jupiter.api.Test;

class WorkersCommandTest {
  @Test
  void eachWorkerOfEachNodeHasALine() {
    ObservationHistory history =
        ObservationHistory.first(
            new ObservationFixture()
                .unreachable(ObservationFixture.FAR, "its ZooKeeper does not answer")
                .silent("b", "no answer")
                .node("c", false)
                .observation());
    assertThat(String.join("\n", new WorkersCommand().output(history).text().get()))
        .isEqualTo(
            """
            node  worker      disk  state              last run   took     backlog  failure
            a     compaction  /d1   running for 90 s  100 s ago   12 s     3.0 MiB
            a     rebuild     -     failed            0.5 s ago  0.0 s  2 replicas  no session
            a     sealing     -     waiting           4.0 s ago  0.0 s           -
            data centre far is unreachable: its ZooKeeper does not answer
            b does not answer: no answer\
            """);
  }
}
