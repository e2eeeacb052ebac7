package io.aumbry.server.replica;

/** Where a peer is. What is far may be slow, and must not keep what is near waiting. */
public enum Distance {
  /** In the same data centre. */
  NEAR,
  /** In another one. */
  FAR
}
