package io.aumbry.tests.layers.wrong.store.a;

import io.aumbry.tests.layers.wrong.store.b.Second;

/** One half of a cycle. */
public interface First {
  Second second();
}
