package io.aumbry.frontend.access.oidc;

import io.aumbry.protocol.runtime.RequestContext;
import java.net.URI;

/** Fetches small documents of identity providers. */
@FunctionalInterface
public interface DocumentFetcher {
  /** The outcome of a fetch. */
  sealed interface Fetched {
    record Content(String text) implements Fetched {}

    /** The document cannot be had now. */
    record Failed(String reason) implements Fetched {}
  }

  /** Fetches a document. Parks the thread of the request, at most until its deadline. */
  Fetched fetch(URI address, RequestContext context);
}
