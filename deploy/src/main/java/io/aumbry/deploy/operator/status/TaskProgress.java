package io.aumbry.deploy.operator.status;

import java.util.List;

/**
 * The progress of an operation that continues without its command, computed from one observation.
 */
interface TaskProgress {
  boolean isDone();

  List<String> lines();
}
