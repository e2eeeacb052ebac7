package io.aumbry.tests.simulation.ledger;

import static io.aumbry.tests.simulation.ledger.LedgerStage.A;
import static io.aumbry.tests.simulation.ledger.LedgerStage.B;
import static io.aumbry.tests.simulation.ledger.LedgerStage.C;
import static io.aumbry.tests.simulation.ledger.LedgerStage.PARTITION;
import static io.aumbry.tests.simulation.ledger.LedgerStage.SETTLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse.Compared;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProofRulesTest {
  private static final int FAR = 2;

  private final LedgerStage stage = new LedgerStage();

  private static Compare proven(String asker) {
    return new Compare(asker, PARTITION, new Compare.Proven());
  }

  private static byte[] watermark(int dataCenter, long millis) {
    return ByteBuffer.allocate(12).putInt(dataCenter).putLong(millis).array();
  }

  private void says(String node, int dataCenter, long millis) {
    stage.entitlements.content("z1", node, proven("z1"), watermark(dataCenter, millis));
  }

  private void begins(String node, String with) {
    stage.entitlements.asked(node, with, proven(node));
  }

  private void compares(String node, String with, IdRange range) {
    Compare.Digests digests = new Compare.Digests(new Compare.Scope(0, 0), List.of(range));
    stage.entitlements.received(
        node, with, new Compare(node, PARTITION, digests), new Compared(stage.store(with), 1, 0));
  }

  private void comparesAll(String node, String with, long upTo) {
    begins(node, with);
    compares(node, with, IdRange.madeUntil(upTo));
  }

  @Test
  void replicaThatHasComparedAllIdsWithBothPeersMayClaimThem() {
    comparesAll(A, B, 900);
    comparesAll(A, C, 900);
    says(A, 1, 900);
    stage.dataCenters = 1;
    stage.entitlements.reports(A, PARTITION, 900);
    assertThat(stage.found()).isEmpty();
  }

  @Test
  void replicaThatHasComparedWithOnePeerOnlyMayNotClaimThem() {
    comparesAll(A, B, 900);
    says(A, 1, 900);
    assertThat(stage.found()).singleElement().asString().contains("compared with c1 up to 0");
  }

  @Test
  void replicaThatHasLeftOutARangeMayNotClaimIt() {
    comparesAll(A, B, 900);
    begins(A, C);
    IdRange all = IdRange.madeUntil(900);
    compares(A, C, all.endingWith(IdRange.madeUntil(300).upTo()));
    compares(A, C, all.behind(IdRange.madeUntil(400).upTo()));
    says(A, 1, 900);
    assertThat(stage.found()).singleElement().asString().contains("compared with c1 up to 300");
  }

  @Test
  void blobsTooYoungForTheComparisonAreNotProven() {
    comparesAll(A, B, stage.now);
    comparesAll(A, C, stage.now);
    says(A, 1, stage.now - SETTLE + 1);
    assertThat(stage.found()).hasSize(2);
  }

  @Test
  void comparisonWithAFormerStoreOfAPeerDoesNotCount() {
    comparesAll(A, B, 900);
    comparesAll(A, C, 900);
    stage.make(C);
    stage.told(A, C, 0);
    stage.now += 10_000;
    says(A, 1, 900);
    assertThat(stage.found()).singleElement().asString().contains("compared with c1 up to 0");
  }

  @Test
  void blobThatOnlyThePeerHasIsNoticed() {
    stage.now = 500;
    stage.put(B);
    stage.now = 1_000;
    comparesAll(A, B, 900);
    comparesAll(A, C, 900);
    says(A, 1, 900);
    assertThat(stage.found()).singleElement().asString().contains("has record 1");
  }

  @Test
  void otherDataCentersAreProvenByAComparedPeer() {
    begins(A, B);
    stage.entitlements.content(A, B, proven(A), watermark(FAR, 800));
    stage.found();
    says(A, FAR, 800);
    assertThat(stage.found()).as("nothing was compared yet").hasSize(1);
    compares(A, B, IdRange.madeUntil(700));
    says(A, FAR, 700);
    assertThat(stage.found()).isEmpty();
    says(A, FAR, 800);
    assertThat(stage.found()).singleElement().asString().contains("had proven up to 700");
  }
}
