package io.aumbry.bench.network.row;

import io.aumbry.transport.loop.EventLoops;

/**
 * A variant of a comparison.
 *
 * @param name in tables
 */
public record Variant(String name, ConnectionSetup setting) {
  /** Whether this machine supports it. */
  public boolean isAvailable() {
    return EventLoops.isAvailable(setting.loops().io());
  }
}
