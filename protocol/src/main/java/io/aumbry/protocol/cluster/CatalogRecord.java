package io.aumbry.protocol.cluster;

import java.util.Optional;

/**
 * The identity of the catalog of a cluster, kept by the coordinator of each data centre. It changes
 * only when an operator removes it.
 *
 * <p>Calls fail with {@code CONNECTION_LOST} if a coordinator does not answer, after a few seconds.
 */
public interface CatalogRecord {
  /** The name of the cluster. */
  String cluster();

  /**
   * The identity that this data centre records. If it has none, the one of the others, all of which
   * must answer.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@code CONFLICT} if the others differ
   */
  Optional<String> recorded() throws InterruptedException;

  /**
   * Records an identity for this data centre if it has none.
   *
   * @return the recorded one, which is durable
   */
  String record(String identity) throws InterruptedException;
}
