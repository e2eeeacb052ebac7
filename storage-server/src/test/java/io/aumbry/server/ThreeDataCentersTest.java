package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three data centres of three nodes each. */
@Timeout(300)
class ThreeDataCentersTest {
  @TempDir Path folder;
  private GeoCluster geo;

  @BeforeEach
  void startNineNodes() {
    geo = new GeoCluster(folder, 3, GeoCluster.quick(3));
    geo.serve("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3");
  }

  @AfterEach
  void stopAll() {
    geo.close();
  }

  @Test
  void eachRecordEntersADataCenterOnceFromTwoOthers() {
    geo.awaitInStep();
    Map<String, Long> before = Map.of("b", geo.pulledInto("b"), "c", geo.pulledInto("c"));
    Map<BlobId, byte[]> blobs = geo.put(10, 256 << 10, geo.in("a"));
    geo.awaitHave(geo.all(), blobs);
    geo.awaitInStep();
    long content = blobs.size() * (256L << 10);
    before.forEach((name, bytes) ->
        assertThat(geo.pulledInto(name) - bytes)
            .as(name)
            .isBetween(content, content + content / 50));
  }

  /** Records between two data centres take the way through the third. */
  @Test
  void recordsBypassABrokenLink() {
    geo.network()
        .block(link ->
            List.of("ab", "ba").contains("" + link.puller().charAt(0) + link.source().charAt(0)));
    Map<BlobId, byte[]> here = geo.put(10, 2_000, geo.in("a"));
    Map<BlobId, byte[]> there = geo.put(10, 2_000, geo.in("b"));
    geo.awaitHave(geo.all(), here);
    geo.awaitHave(geo.all(), there);
  }
}
