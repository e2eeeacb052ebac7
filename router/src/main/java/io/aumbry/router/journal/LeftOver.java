package io.aumbry.router.journal;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import java.util.List;

/**
 * A record that is to be deleted.
 *
 * @param lifeVersion of the life that ends
 * @param dataCenters in each of which; where it was made, if it is not here, when there are none
 */
public record LeftOver(BlobId id, int lifeVersion, List<Integer> dataCenters) {
  public LeftOver {
    if (lifeVersion < 0 || lifeVersion > BlobState.MAX_LIFE_VERSION) {
      throw new IllegalArgumentException("life version " + lifeVersion);
    }
    dataCenters = List.copyOf(dataCenters);
  }
}
