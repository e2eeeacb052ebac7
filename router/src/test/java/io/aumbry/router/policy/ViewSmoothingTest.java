package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewSmoothingTest {
  private static final ViewSmoothing.Rule RULE = new ViewSmoothing.Rule(2, Duration.ofMinutes(2));
  private static final long HOLD = RULE.hold().toNanos();
  private static final ClusterView SERVING = seen("1aS 1bS 1cS");
  private static final ClusterView GONE = seen("1aX 1bX 1cX");
  private static final ClusterView OFFLINE = seen("1aO 1bO 1cO");

  private static ClusterView seen(String replicas) {
    return Views.of(Views.partition(7, false, replicas));
  }

  private static Partition only(ViewSmoothing belief) {
    return belief.view().partition(7).orElseThrow();
  }

  private static boolean isWritable(ViewSmoothing belief) {
    return only(belief).isWritableIn(1, 2);
  }

  @Test
  void aPartitionWithAQuorumIsUsedAsSeen() {
    ViewSmoothing belief = ViewSmoothing.first(SERVING, RULE, 0);
    assertThat(belief.view()).isSameAs(SERVING);
    assertThat(belief.endNanos()).isEmpty();
    ClusterView oneLess = seen("1aS 1bX 1cS");
    assertThat(belief.next(oneLess, 1).view()).isSameAs(oneLess);
    assertThat(belief.next(oneLess, 1).held()).isZero();
  }

  @Test
  void aPartitionThatNeverHadAQuorumIsUsedAsSeen() {
    ViewSmoothing belief = ViewSmoothing.first(OFFLINE, RULE, 0).next(GONE, 1);
    assertThat(belief.view()).isSameAs(GONE);
    assertThat(isWritable(belief)).isFalse();
  }

  @Test
  void theLastQuorumIsUsedWhileAllNodesSeemToLeaveAndReturn() {
    ViewSmoothing belief = ViewSmoothing.first(SERVING, RULE, 0).next(GONE, 10);
    assertThat(only(belief)).isEqualTo(only(ViewSmoothing.first(SERVING, RULE, 0)));
    assertThat(belief.held()).isEqualTo(1);
    assertThat(belief.view().nodes()).hasSize(3).allMatch(node -> node.live());
    belief = belief.next(OFFLINE, 20).next(seen("1aO 1bB 1cO"), 30);
    assertThat(isWritable(belief)).isTrue();
    belief = belief.next(seen("1aB 1bB 1cS"), 35);
    assertThat(only(belief).replicas()).as("a blob can be denied").allMatch(Replica::isReadable);
    ClusterView again = seen("1aB 1bS 1cS");
    assertThat(belief.next(again, 40).view()).isSameAs(again);
  }

  @Test
  void theHoldEndsAfterItsTime() {
    ViewSmoothing belief = ViewSmoothing.first(SERVING, RULE, 0).next(GONE, 10).next(OFFLINE, 20);
    assertThat(belief.endNanos()).hasValue(10 + HOLD);
    assertThat(isWritable(belief.next(OFFLINE, 10 + HOLD - 1))).isTrue();
    ViewSmoothing after = belief.next(OFFLINE, 10 + HOLD);
    assertThat(after.view()).isSameAs(OFFLINE);
    assertThat(after.endNanos()).isEmpty();
    assertThat(after.next(GONE, 20 + HOLD).view()).isSameAs(GONE);
    ViewSmoothing anew = after.next(SERVING, 30 + HOLD).next(GONE, 40 + HOLD);
    assertThat(isWritable(anew)).isTrue();
  }

  @Test
  void otherPartitionsAndDataCentresAreUsedAsSeen() {
    Partition moved = Views.partition(8, false, "1bS 1cS 1dS");
    ViewSmoothing belief =
        ViewSmoothing.first(Views.of(Views.partition(7, false, "1aS 1bS 2cS 2dS"), moved), RULE, 0)
            .next(Views.of(Views.partition(7, false, "1aX 1bX 2cS 2dX 2eS"), moved), 1);
    assertThat(belief.view().partition(8)).hasValue(moved);
    assertThat(only(belief).isWritableIn(1, 2)).isTrue();
    assertThat(only(belief).replicasIn(2)).hasSize(3);
    assertThat(only(belief).replicasIn(2).stream().filter(Replica::isWritable)).hasSize(2);
  }

  @Test
  void aRemovedPartitionIsNotHeld() {
    ClusterView nothing = Views.of();
    assertThat(ViewSmoothing.first(SERVING, RULE, 0).next(nothing, 1).view()).isSameAs(nothing);
  }

  @Test
  void restrictionsByOperatorsApplyAtOnce() {
    Partition gone = Views.partition(7, true, "1aX 1bX 1cX");
    List<Replica> stopped =
        gone.replicas().stream()
            .map(replica -> new Replica(replica.node(), replica.state(), Replica.Access.READ))
            .toList();
    ViewSmoothing sealed = ViewSmoothing.first(SERVING, RULE, 0).next(Views.of(gone), 1);
    assertThat(only(sealed).sealed()).isTrue();
    assertThat(only(sealed).hasQuorumIn(1, 2)).isTrue();
    ClusterView forbidden = Views.of(new Partition(7, false, 3, stopped));
    assertThat(isWritable(ViewSmoothing.first(SERVING, RULE, 0).next(forbidden, 1))).isFalse();
  }

  private static StorageNode node(String name, int port, boolean live) {
    return new StorageNode(new NodeId(name), 1, "zone", new Endpoint("localhost", port), live);
  }

  private static ClusterView listing(Partition partition, StorageNode... nodes) {
    ClusterView view = Views.of(partition);
    return new ClusterView(view.local(), view.dataCenters(), List.of(nodes), List.of(partition));
  }

  @Test
  void aHeldNodeThatReturnsElsewhereIsAskedAtItsNewEndpoint() {
    ViewSmoothing belief =
        ViewSmoothing.first(SERVING, RULE, 0)
            .next(listing(GONE.partition(7).orElseThrow(), node("a", 2, false)), 1);
    Replica moved = only(belief).replicas().getFirst();
    assertThat(moved.node()).isEqualTo(node("a", 2, true));
    assertThat(moved.isReadable()).isTrue();
    assertThat(belief.view().nodes()).contains(node("a", 2, true)).hasSize(3);
  }

  @Test
  void aNodeThatIsNotHeldStaysAsSeen() {
    StorageNode spare = node("spare", 2, false);
    ViewSmoothing belief =
        ViewSmoothing.first(SERVING, RULE, 0)
            .next(listing(GONE.partition(7).orElseThrow(), spare), 1);
    assertThat(belief.view().nodes()).contains(spare).hasSize(4);
  }

  @Test
  void aNodeThatWasAlreadyDownStaysDown() {
    ClusterView before = seen("1aX 1bS 1cS");
    ViewSmoothing belief =
        ViewSmoothing.first(before, RULE, 0)
            .next(listing(GONE.partition(7).orElseThrow(), node("a", 2, false)), 1);
    assertThat(belief.held()).isOne();
    assertThat(only(belief).replicas().getFirst().node()).isEqualTo(node("a", 2, false));
    assertThat(isWritable(belief)).isTrue();
  }

  @Test
  void theAccessSeenAppliesToItsReplicaAlone() {
    List<Replica> gone = GONE.partition(7).orElseThrow().replicas();
    Replica stopped =
        new Replica(gone.getFirst().node(), gone.getFirst().state(), Replica.Access.READ);
    ClusterView seen =
        Views.of(new Partition(7, false, 3, List.of(stopped, gone.get(1), gone.get(2))));
    ViewSmoothing belief = ViewSmoothing.first(SERVING, RULE, 0).next(seen, 1);
    assertThat(only(belief).replicas())
        .extracting(Replica::isWritable)
        .containsExactly(false, true, true);
  }

  @Test
  void aPartitionThatCanDenyBlobsButTakesNoWritesKeepsItsLastView() {
    ViewSmoothing belief = ViewSmoothing.first(SERVING, RULE, 0).next(seen("1aS 1bI 1cI"), 1);
    assertThat(belief.held()).isOne();
    assertThat(isWritable(belief)).isTrue();
  }

  @Test
  void aNodeThatWasDownAndIsBackIsLiveAlthoughItsPartitionIsHeld() {
    ClusterView before = seen("1aX 1bS 1cS");
    ViewSmoothing belief =
        ViewSmoothing.first(before, RULE, 0)
            .next(listing(GONE.partition(7).orElseThrow(), node("a", 2, true)), 1);
    assertThat(belief.held()).isOne();
    assertThat(only(belief).replicas().getFirst().node()).isEqualTo(node("a", 2, true));
  }
}
