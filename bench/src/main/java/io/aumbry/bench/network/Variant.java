package io.aumbry.bench.network;

import io.aumbry.transport.loop.EventLoops;

/**
 * One of those that are compared.
 *
 * @param name as tables have it
 */
record Variant(String name, Wiring setting) {
  /** Whether this machine has what it takes. */
  boolean isAvailable() {
    return EventLoops.isAvailable(setting.loops().io());
  }
}
