package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Secret;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Derived signing keys. A key costs four hashes and is used for a day. The cache is emptied when it
 * is full, since most entries of earlier days are obsolete by then.
 */
final class SigningKeyCache {
  private record Entry(Secret secret, Scope scope) {}

  private final int limit;
  private final ConcurrentHashMap<Entry, SigningKey> keys = new ConcurrentHashMap<>();

  SigningKeyCache(int limit) {
    this.limit = limit;
  }

  SigningKey key(Secret secret, Scope scope) {
    Entry entry = new Entry(secret, scope);
    SigningKey known = keys.get(entry);
    if (known != null) {
      return known;
    }
    SigningKey derived = SigningKey.derive(secret, scope);
    if (keys.size() >= limit) {
      keys.clear();
    }
    keys.put(entry, derived);
    return derived;
  }

  int size() {
    return keys.size();
  }
}
