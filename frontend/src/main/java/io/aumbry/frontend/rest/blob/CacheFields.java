package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.gate.CacheScope;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http.DateStamp;
import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/**
 * Caching of blobs. Blobs of a cacheable container may be cached for the time of the container, or
 * else the configured time, but not beyond their expiry. Others may not be cached.
 *
 * <p>If not everyone may read a blob, only the client may cache it, and not beyond the end of its
 * credentials. Without {@code private}, a shared cache could keep the answer to a signed URL: only
 * the field {@code Authorization} of a request stops it by itself (RFC 9111, 3.5).
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

  void write(BlobView blob, CacheScope scope, HttpHeaders.Builder headers) {
    long leftMillis = Math.min(blob.state().expiryMillis(), scope.endMillis()) - time.wallMillis();
    Optional<Duration> own = blob.address().owner().container().rules().delivery().cacheTtl();
    long limitSeconds = own.map(Duration::toSeconds).orElse(validitySeconds);
    if (blob.address().owner().isPrivate() || blob.state().deleted() || leftMillis <= 0) {
      headers
          .add("Expires", now.text())
          .add("Cache-Control", "private, no-cache, no-store, proxy-revalidate")
          .add("Pragma", "no-cache");
    } else if (!scope.isShared()) {
      // Caches that do not know Cache-Control see that the copy has expired.
      headers
          .add("Expires", now.text())
          .add("Cache-Control", "private, max-age=" + Math.min(leftMillis / 1000, limitSeconds))
          .add("Vary", "Authorization");
    } else if (leftMillis / 1000 < limitSeconds) {
      headers
          .add("Expires", HttpDate.format(blob.state().expiryMillis()))
          .add("Cache-Control", "max-age=" + leftMillis / 1000);
    } else if (own.isPresent()) {
      headers
          .add("Expires", HttpDate.format(time.wallMillis() + limitSeconds * 1000))
          .add("Cache-Control", "max-age=" + limitSeconds);
    } else {
      headers.add("Expires", validUntil.text()).add("Cache-Control", maxAge);
    }
  }

  /**
   * For answers without the content of a blob, for which clients get no lifetime. Without this
   * field, a cache may choose one itself (RFC 9111, 4.2.2).
   */
  static void writeUnlessShared(CacheScope scope, HttpHeaders.Builder headers) {
    if (!scope.isShared()) {
      headers.add("Cache-Control", "no-store");
    }
  }
}
