package io.aumbry.store.partition;

import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.state.StoredState;
import java.util.Optional;

final class ReplicaRules {
  private ReplicaRules() {}

  /** The first PUT of an id wins. A change is new if it alters the merged state. */
  static boolean isNew(boolean isPut, StoredState state, Optional<IndexEntry> known) {
    if (known.isEmpty()) {
      return true;
    }
    return isPut
        ? !known.get().hasPut()
        : !known.get().state().merge(state).equals(known.get().state());
  }
}
