package io.aumbry.catalog.command;

import io.aumbry.catalog.dataset.DatasetCatalog;
import io.aumbry.protocol.runtime.RequestContext;

/** Reads and changes datasets. */
public interface DatasetStore extends DatasetCatalog {
  /** Applies a command. After an error the outcome may be unknown. */
  <R> R apply(DatasetCommand<R> command, RequestContext context);
}
