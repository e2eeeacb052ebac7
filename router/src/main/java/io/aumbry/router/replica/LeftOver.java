package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import java.util.List;

/**
 * A record that no stored blob needs, and that is to be deleted.
 *
 * @param lifeVersion the life that the delete ends
 * @param dataCenters that may have it
 */
public record LeftOver(BlobId id, int lifeVersion, List<Integer> dataCenters) {
  public LeftOver {
    BlobState.requireLifeVersion(lifeVersion);
    dataCenters = List.copyOf(dataCenters);
  }

  /** A record that was put and never deleted. */
  public static LeftOver ofPut(BlobId id, List<Integer> dataCenters) {
    return new LeftOver(id, 0, dataCenters);
  }

  /** A record that no blob will ever need, whose bytes may go at once. */
  public static LeftOver forEver(BlobId id) {
    return new LeftOver(id, BlobState.FINAL_LIFE, List.of(id.dataCenter()));
  }
}
