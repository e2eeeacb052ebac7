package io.aumbry.frontend.access.signed;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The id of an uploaded chunk with properties that a stitch needs.
 *
 * @param metadata such as {@code x-ambry-blob-size}, {@code x-ambry-session} and {@code et}
 */
public record SignedId(String blobId, Map<String, String> metadata) {
  public SignedId {
    metadata = Collections.unmodifiableMap(new TreeMap<>(metadata));
  }
}
