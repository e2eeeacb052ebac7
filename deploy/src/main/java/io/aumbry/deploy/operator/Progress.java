package io.aumbry.deploy.operator;

import java.util.List;

/** How far something has come that goes on without a command, as one look saw it. */
interface Progress {
  boolean isDone();

  /** For people. */
  List<String> lines();
}
