package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Quorum.Vote;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * A replica moves from node a to node d. Writers and readers may differ by one step of the move. No
 * reader may deny an acknowledged blob.
 */
class MovingReplicaTest {
  private static final int QUORUM = 2;

  /** The views of the move, in order. */
  private static final List<Partition> STEPS =
      List.of(
          partition("1aS 1bS 1cS"),
          partition("1aS 1bS 1cS 1dB"),
          partition("1aS 1bS 1cS 1dS"),
          partition("1aO 1bS 1cS 1dS"),
          partition("1bS 1cS 1dS"));

  private static Partition partition(String replicas) {
    Partition listed = Views.partition(1, false, replicas);
    return new Partition(listed.id(), listed.sealed(), 3, listed.replicas());
  }

  @Test
  void theWriteQuorumIsTwoAtRestAndThreeOfFour() {
    assertThat(STEPS.stream().map(step -> step.writeQuorumIn(1, QUORUM)))
        .containsExactly(2, 3, 3, 3, 2);
  }

  @Test
  void anAcknowledgedBlobIsNotDeniedInTheViewsBeforeAndAfter() {
    int writes = 0;
    for (int step = 0; step < STEPS.size(); step++) {
      List<Partition> readers =
          STEPS.subList(Math.max(0, step - 1), Math.min(STEPS.size(), step + 2));
      for (Set<String> having : acknowledgements(STEPS.get(step))) {
        writes++;
        assertThat(readers)
            .as("written in step %d to %s", step, having)
            .noneMatch(reader -> mayBeSaidAbsent(reader, having, _ -> true));
      }
    }
    assertThat(writes).isGreaterThan(15);
  }

  @Test
  void aReaderWithTheViewBeforeTheMoveDeniesNothingAcknowledged() {
    for (Set<String> having : acknowledgements(STEPS.getLast())) {
      Predicate<String> answers = node -> !node.equals("a");
      assertThat(mayBeSaidAbsent(STEPS.getFirst(), having, answers)).as("on %s", having).isFalse();
    }
  }

  /** Seed 1434: the writer's view was before the move, and the change's view after it. */
  @Test
  void aBlobAcknowledgedBeforeAMoveIsNotDeniedToALateChange() {
    for (Set<String> having : acknowledgements(STEPS.getFirst())) {
      Partition view = STEPS.get(3);
      int replicas = view.replicasThatCountIn(1);
      int enough = view.writeQuorumIn(1, QUORUM);
      Quorum quorum = new Quorum(Quorum.Strategy.change(replicas, QUORUM, enough), replicas);
      List.of("b", "c", "d")
          .forEach(node -> quorum.add(having.contains(node) ? Vote.DONE : Vote.NOT_FOUND));
      assertThat(quorum.add(Vote.UNKNOWN)).as("%s", having).isEqualTo(Outcome.UNDECIDABLE);
    }
  }

  /**
   * Seed 2999: a replica that missed an undelete reports the earlier delete, and so does a
   * bootstrapping replica that copied it.
   */
  @Test
  void aDeleteIsNotDoneByReplicasThatMissedAnUndelete() {
    for (int step = 0; step < STEPS.size(); step++) {
      List<Partition> deleters =
          STEPS.subList(Math.max(0, step - 1), Math.min(STEPS.size(), step + 2));
      for (Set<String> undeleted : acknowledgements(STEPS.get(step))) {
        for (Partition deleter : deleters) {
          assertThat(
                  List.of(
                      deletedWithout(deleter, undeleted, Vote.DONE),
                      deletedWithout(deleter, undeleted, Vote.NOT_FOUND)))
              .as("undeleted in step %d on %s", step, undeleted)
              .doesNotContain(Outcome.DONE);
        }
      }
    }
  }

  /** Complete replicas that missed the undelete answer, one of them as {@code last}. */
  private static Outcome deletedWithout(Partition view, Set<String> undeleted, Vote last) {
    int replicas = view.replicasThatCountIn(1);
    Quorum quorum =
        new Quorum(
            Quorum.Strategy.delete(replicas, QUORUM, view.writeQuorumIn(1, QUORUM)), replicas);
    view.replicas().stream()
        .filter(replica -> replica.state() == ReplicaState.BOOTSTRAP)
        .forEach(_ -> quorum.add(Vote.KEPT));
    long stale =
        view.replicas().stream()
            .filter(replica -> replica.isReadable() && !undeleted.contains(name(replica)))
            .count();
    for (int i = 1; i <= stale; i++) {
      quorum.add(i == stale ? last : Vote.DONE);
    }
    return quorum.outcome();
  }

  /** With the quorum at rest, the fourth replica would cause a loss. */
  @Test
  void twoOfFourWouldNotBeEnough() {
    assertThat(mayBeSaidAbsent(STEPS.getFirst(), Set.of("a", "d"), _ -> true)).isTrue();
  }

  /** All sets of replicas that suffice to acknowledge a PUT in this view. */
  private static List<Set<String>> acknowledgements(Partition view) {
    List<String> writable =
        view.replicas().stream().filter(Replica::isWritable).map(MovingReplicaTest::name).toList();
    List<Set<String>> sets = new ArrayList<>();
    for (int bits = 0; bits < 1 << writable.size(); bits++) {
      Set<String> set = new HashSet<>();
      for (int i = 0; i < writable.size(); i++) {
        if ((bits >> i & 1) == 1) {
          set.add(writable.get(i));
        }
      }
      if (set.size() >= view.writeQuorumIn(1, QUORUM)) {
        sets.add(set);
      }
    }
    return sets;
  }

  /** Whether replicas without the blob suffice to deny it, if all others are silent. */
  private static boolean mayBeSaidAbsent(
      Partition view, Set<String> having, Predicate<String> answers) {
    List<Replica> replicas = view.replicas();
    Quorum quorum = new Quorum(Quorum.Strategy.read(replicas.size(), QUORUM), replicas.size());
    for (Replica replica : replicas) {
      String node = name(replica);
      boolean denies = answers.test(node) && replica.isReadable() && !having.contains(node);
      quorum.add(denies ? Vote.NOT_FOUND : Vote.UNKNOWN);
    }
    return quorum.outcome() == Outcome.NOT_FOUND;
  }

  private static String name(Replica replica) {
    return replica.node().id().name();
  }
}
