package io.aumbry.catalog.command;

import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.protocol.runtime.RequestContext;

/** Reads and changes names. */
public interface NameStore extends NameCatalog {
  /**
   * Applies a command.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@code OVERLOADED} or {@code CLIENT_GONE} if
   *     the command was not started; after any other error the outcome may be unknown
   */
  <R> R apply(NameCommand<R> command, RequestContext context);
}
