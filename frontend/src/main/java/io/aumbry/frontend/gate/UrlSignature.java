package io.aumbry.frontend.gate;

import java.util.Optional;

/**
 * A verified signature of a URL.
 *
 * @param signer the access key that asked for the URL; empty if its sender was anonymous
 * @param endMillis when the URL expires
 */
public record UrlSignature(Optional<String> signer, long endMillis) {}
