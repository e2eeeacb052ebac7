package io.aumbry.cluster.metadata;

import java.util.Locale;

/** What a partition or a replica can be marked as. */
public enum Mark {
  /**
   * Takes no new blobs; by {@code operator} or by a node that has a replica of it: what a node has
   * left behind that is gone, or whose replica has moved, does not count.
   */
  SEALED,
  /** Takes no change of any kind; by {@code operator}. */
  STOPPED,
  /** The replica on the node under whose name it is takes neither reads nor writes. */
  DISABLED;

  /** The name of its record in the property store. */
  String node() {
    return name().toLowerCase(Locale.ROOT);
  }
}
