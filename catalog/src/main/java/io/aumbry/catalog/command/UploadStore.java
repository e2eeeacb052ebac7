package io.aumbry.catalog.command;

import io.aumbry.catalog.upload.UploadCatalog;
import io.aumbry.protocol.runtime.RequestContext;

/** Reads and changes multi-part uploads. */
public interface UploadStore extends UploadCatalog {
  /** Applies a command. After an error the outcome may be unknown. */
  <R> R apply(UploadCommand<R> command, RequestContext context);
}
