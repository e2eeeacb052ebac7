package io.aumbry.tests.layers.wrong.store;

import java.lang.reflect.Method;

/** Opening what its owner closed. */
final class Openers {
  private Openers() {}

  static void open(Method method) {
    method.setAccessible(true);
  }
}
