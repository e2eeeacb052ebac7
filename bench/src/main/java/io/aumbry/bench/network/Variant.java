package io.aumbry.bench.network;

import io.aumbry.transport.loop.EventLoops;

/**
 * A variant of a comparison.
 *
 * @param name in tables
 */
record Variant(String name, Wiring setting) {
  /** Whether this machine supports it. */
  boolean isAvailable() {
    return EventLoops.isAvailable(setting.loops().io());
  }
}
