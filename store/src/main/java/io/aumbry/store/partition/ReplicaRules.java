package io.aumbry.store.partition;

import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.state.StoredState;
import java.util.Optional;

/** Which records of another replica are new here. */
final class ReplicaRules {
  private ReplicaRules() {}

  /**
   * Whether a record says what is not known here. Of two PUTs of one id the first one stays; a
   * change counts if the merged state is then another one.
   */
  static boolean isNew(boolean isPut, StoredState state, Optional<IndexEntry> known) {
    if (known.isEmpty()) {
      return true;
    }
    return isPut
        ? !known.get().hasPut()
        : !known.get().state().merge(state).equals(known.get().state());
  }
}
