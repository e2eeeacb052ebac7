package io.aumbry.deploy.operator.status;

import java.util.List;

/** How far something has come that goes on without a command, as one look saw it. */
interface TaskProgress {
  boolean isDone();

  /** For people. */
  List<String> lines();
}
