package io.aumbry.server.replica;

/** Where a peer is. A slow far peer must not delay near ones. */
public enum Distance {
  NEAR,
  FAR
}
