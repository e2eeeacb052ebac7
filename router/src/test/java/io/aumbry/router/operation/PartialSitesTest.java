package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A frontend of one of four data centres. Its view has all nodes, but lacks the replicas of one or
 * two data centres, as when a coordinator has sent only part of its data.
 */
final class PartialSitesTest {
  private static final int SITES = 4;
  private static final int COPIES = 3;
  private static final BlobId.Owner OWNER = new BlobId.Owner(SITES, 101, 5, false);

  private final TestCluster cluster = new TestCluster(5, SITES, 1);
  private final BlobId id = cluster.put(cluster.bytes(10)).id();

  @BeforeEach
  void delete() {
    cluster.carrier.settle();
    assertThat(cluster.delete(id)).isInstanceOf(NodeResponse.Done.class);
    cluster.carrier.settle();
  }

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private void hide(int firstSite) {
    for (int site = firstSite; site <= SITES; site++) {
      for (int node = 0; node < COPIES; node++) {
        cluster.hide(site + "-" + node);
      }
    }
  }

  private void showAll() {
    for (int site = 2; site <= SITES; site++) {
      for (int node = 0; node < COPIES; node++) {
        cluster.show(site + "-" + node);
      }
    }
  }

  /** A data centre that is not asked may know of another delete. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void anUndeleteNeedsAMajorityInEachDataCentreOfTheConfiguration(int firstHidden) {
    hide(firstHidden);
    assertCode(() -> cluster.undelete(id), ErrorCode.QUORUM_NOT_REACHED);
    showAll();
    assertThat(cluster.undelete(id)).isEqualTo(new NodeResponse.Done());
  }

  /** Only the origin may deny a blob. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void otherDataCentresDenyNothingWhileTheOriginIsNotListed(int firstHidden) {
    BlobId never = BlobId.create(OWNER, BlobKind.SIMPLE, 0, 1, cluster.random);
    hide(firstHidden);
    assertCode(() -> cluster.get(never, new ByteRange.All()), ErrorCode.QUORUM_NOT_REACHED);
    assertCode(() -> cluster.delete(never), ErrorCode.QUORUM_NOT_REACHED);
    showAll();
    assertThat(cluster.get(never, new ByteRange.All()))
        .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }
}
