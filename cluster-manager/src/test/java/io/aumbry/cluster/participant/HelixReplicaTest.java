package io.aumbry.cluster.participant;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.RecordingHost;
import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.SystemTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.helix.HelixRollbackException;
import org.apache.helix.NotificationContext;
import org.apache.helix.model.Message;
import org.apache.helix.model.Message.MessageType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Transitions that do not start at the actual state of the replica. */
class HelixReplicaTest {
  private static final int PARTITION = 3;

  private String session = "session-1";
  private final RecordingHost host = new RecordingHost();
  private final HelixReplica replica =
      new HelixReplica(
          PARTITION, host, new ClusterMetrics(new Metrics(), new SystemTime()), () -> session);

  @AfterEach
  void onlyStepsOfTheTable() {
    assertThat(host.illegal).isEmpty();
  }

  private void wish(ReplicaState from, ReplicaState to) throws HelixRollbackException {
    wish("session-1", from, to);
  }

  private void wish(String in, ReplicaState from, ReplicaState to) throws HelixRollbackException {
    Message message = new Message(MessageType.STATE_TRANSITION, "wish");
    message.setFromState(from.name());
    message.setToState(to.name());
    message.setTgtSessionId(in);
    replica.transition(message, new NotificationContext(null));
  }

  /** As after a lost connection that prevented the report of the first transition. */
  private void wishTwice(ReplicaState from, ReplicaState to) throws HelixRollbackException {
    wish(from, to);
    List<RecordingHost.Step> steps = List.copyOf(host.steps);
    assertThatCode(() -> wish(from, to)).doesNotThrowAnyException();
    assertThat(host.steps).as("%s to %s", from, to).isEqualTo(steps);
  }

  @Test
  void anUnreportedTransitionSucceedsWhenRequestedAgain() throws Exception {
    wish(OFFLINE, BOOTSTRAP);
    wishTwice(BOOTSTRAP, OFFLINE);
    wish(OFFLINE, BOOTSTRAP);
    wishTwice(BOOTSTRAP, STANDBY);
    wishTwice(STANDBY, LEADER);
    wishTwice(LEADER, STANDBY);
    wishTwice(STANDBY, INACTIVE);
    wishTwice(INACTIVE, STANDBY);
    wish(STANDBY, INACTIVE);
    wishTwice(INACTIVE, OFFLINE);
    assertThat(host.states).containsEntry(PARTITION, OFFLINE);
  }

  @Test
  void aReplicaInAnotherStateTakesThePathToTheRequestedOne() throws Exception {
    wish(OFFLINE, BOOTSTRAP);
    wish(STANDBY, LEADER);
    assertThat(host.states).containsEntry(PARTITION, LEADER);
    wish(INACTIVE, OFFLINE);
    assertThat(host.states).containsEntry(PARTITION, OFFLINE);
  }

  @Test
  void aDroppedReplicaCanBeDroppedOrStartedAgain() throws Exception {
    wish(OFFLINE, DROPPED);
    wish(OFFLINE, DROPPED);
    wish(OFFLINE, BOOTSTRAP);
    wish(BOOTSTRAP, STANDBY);
    assertThat(host.states).containsEntry(PARTITION, STANDBY);
  }

  @Test
  void aWrongReportedStateIsCorrectedWhenFoundTwice() throws Exception {
    List<ReplicaState> told = new ArrayList<>();
    wish(OFFLINE, BOOTSTRAP);
    replica.updateState("BOOTSTRAP");
    replica.compare("OFFLINE", told::add);
    replica.compare("BOOTSTRAP", told::add);
    replica.compare("OFFLINE", told::add);
    assertThat(told).as("it may be on its way").isEmpty();
    replica.compare("OFFLINE", told::add);
    assertThat(told).containsExactly(BOOTSTRAP);
  }

  @Test
  void aReplicaReportedInErrorByMistakeContinuesWithoutLeading() throws Exception {
    List<ReplicaState> told = new ArrayList<>();
    wish(OFFLINE, BOOTSTRAP);
    wish(BOOTSTRAP, STANDBY);
    wish(STANDBY, LEADER);
    replica.updateState("ERROR");
    replica.compare("ERROR", told::add);
    assertThat(told).isEmpty();
    replica.compare("ERROR", told::add);
    assertThat(told).containsExactly(STANDBY);
    assertThat(host.states).containsEntry(PARTITION, STANDBY);
    assertThat(replica.getCurrentState()).isEqualTo("STANDBY");
  }

  /** The node itself must decide that. */
  @Test
  void aFailedReplicaStaysInError() throws Exception {
    List<ReplicaState> told = new ArrayList<>();
    host.broken.add(PARTITION);
    wish(OFFLINE, BOOTSTRAP);
    assertThatThrownBy(() -> wish(BOOTSTRAP, STANDBY)).isInstanceOf(AumbryException.class);
    replica.updateState("ERROR");
    replica.compare("ERROR", told::add);
    replica.compare("ERROR", told::add);
    assertThat(told).isEmpty();
  }

  /** Helix continues the transitions of an ended session, even queued ones. */
  @Test
  void aTransitionOfAnEndedSessionHasNoEffect() throws Exception {
    wish(OFFLINE, BOOTSTRAP);
    wish(BOOTSTRAP, STANDBY);
    endSession("session-2");
    assertThatThrownBy(() -> wish("session-1", STANDBY, LEADER))
        .isInstanceOf(HelixRollbackException.class);
    assertThatThrownBy(() -> wish("session-1", OFFLINE, DROPPED))
        .isInstanceOf(HelixRollbackException.class);
    assertThat(host.states).containsEntry(PARTITION, STANDBY);
  }

  @Test
  void aTransitionThatBeginsWithoutASessionHasNoEffect() {
    endSession("");
    assertThatThrownBy(() -> wish("session-1", OFFLINE, BOOTSTRAP))
        .isInstanceOf(HelixRollbackException.class);
    assertThat(host.steps).isEmpty();
  }

  /**
   * Otherwise the replica would close for an ended session, although the new one may want it to
   * serve.
   */
  @Test
  void aPathOfSeveralStepsEndsWithItsSession() throws Exception {
    wish(OFFLINE, BOOTSTRAP);
    wish(BOOTSTRAP, STANDBY);
    endSession("session-2");
    host.whenStepping = step -> endSession("session-3");
    assertThatThrownBy(() -> wish("session-2", OFFLINE, DROPPED))
        .isInstanceOf(HelixRollbackException.class);
    assertThat(host.states).containsEntry(PARTITION, INACTIVE);
  }

  /** Helix may do so before it has forgotten the id of the session. */
  @Test
  void aPathOfSeveralStepsEndsWhenTheReplicaIsReset() throws Exception {
    wish(OFFLINE, BOOTSTRAP);
    host.whenStepping = step -> CompletableFuture.runAsync(replica::reset).join();
    assertThatThrownBy(() -> wish(OFFLINE, DROPPED)).isInstanceOf(HelixRollbackException.class);
    assertThat(host.states).containsEntry(PARTITION, OFFLINE);
  }

  private void endSession(String next) {
    session = next;
    replica.reset();
    replica.updateState("OFFLINE");
  }
}
