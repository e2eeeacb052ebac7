package io.aumbry.protocol.network;

/** Which way bytes go through a {@link FaultProxy}. */
public enum Way {
  TO_TARGET,
  FROM_TARGET
}
