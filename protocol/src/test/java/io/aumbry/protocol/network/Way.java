package io.aumbry.protocol.network;

/** A direction through a {@link FaultProxy}. */
public enum Way {
  TO_TARGET,
  FROM_TARGET
}
