package io.aumbry.tests.simulation.engine;

import org.jspecify.annotations.Nullable;

/** A violation of a check of the simulator. It ends the run. */
public final class Finding extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Finding(String what) {
    super(what);
  }

  public Finding(String what, @Nullable Throwable cause) {
    super(what, cause);
  }
}
