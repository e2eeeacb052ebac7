package io.aumbry.tests.layers.wrong.store;

import java.lang.reflect.Method;

/** Opens a private member by reflection. */
final class Openers {
  private Openers() {}

  static void open(Method method) {
    method.setAccessible(true);
  }
}
