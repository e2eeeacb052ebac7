package io.aumbry.cluster.metadata;

import java.util.Locale;

public enum Mark {
  /**
   * Takes no new blobs. Set by {@code operator} or by a node with a replica. Marks of nodes without
   * a replica of the partition do not count.
   */
  SEALED,
  /** Takes no changes. Set by {@code operator}. */
  STOPPED,
  /** The replica on the named node takes neither reads nor writes. */
  DISABLED;

  String node() {
    return name().toLowerCase(Locale.ROOT);
  }
}
