package io.aumbry.frontend.rest;

import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http.DateStamp;
import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpHeaders;
import java.time.Duration;

/**
 * Caching of blobs. Blobs of a cacheable container may be cached for the configured time, but not
 * beyond their expiry. Others may not be cached.
 */
public final class CacheFields {
  private final Time time;
  private final long validitySeconds;
  private final String maxAge;
  private final DateStamp validUntil;
  private final DateStamp now;

  public CacheFields(Time time, Duration validity) {
    this.time = time;
    this.validitySeconds = validity.toSeconds();
    this.maxAge = "max-age=" + validitySeconds;
    this.validUntil = new DateStamp(time, validity.toMillis());
    this.now = new DateStamp(time, 0);
  }

  void write(BlobView blob, HttpHeaders.Builder headers) {
    long leftMillis = blob.state().expiryMillis() - time.wallMillis();
    if (blob.address().container().isPrivate() || blob.state().deleted() || leftMillis <= 0) {
      headers
          .add("Expires", now.text())
          .add("Cache-Control", "private, no-cache, no-store, proxy-revalidate")
          .add("Pragma", "no-cache");
    } else if (leftMillis / 1000 < validitySeconds) {
      headers
          .add("Expires", HttpDate.format(blob.state().expiryMillis()))
          .add("Cache-Control", "max-age=" + leftMillis / 1000);
    } else {
      headers.add("Expires", validUntil.text()).add("Cache-Control", maxAge);
    }
  }
}
