package io.aumbry.catalog;

import io.aumbry.catalog.command.Command;
import io.aumbry.protocol.runtime.RequestContext;

/**
 * Applies changes. Calls park the thread of the request. They fail with {@code CATALOG_UNAVAILABLE}
 * if the database cannot be reached, and never report a failure for a change that was made.
 */
public interface Catalog {
  <R> R apply(Command<R> command, RequestContext context);
}
