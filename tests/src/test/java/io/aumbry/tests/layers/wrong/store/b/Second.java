package io.aumbry.tests.layers.wrong.store.b;

import io.aumbry.tests.layers.wrong.store.a.First;

/** The other half of a cycle. */
public interface Second {
  First first();
}
