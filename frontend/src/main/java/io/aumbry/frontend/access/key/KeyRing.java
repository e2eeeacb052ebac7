package io.aumbry.frontend.access.key;

import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The keys that all frontends of a cluster share. The first signs; all verify. A key is replaced in
 * three steps: append the new key on all frontends, move it to the first place on all, and remove
 * the old key when nothing that it signed is valid any more.
 */
public final class KeyRing {
  public static final int MOST_KEYS = 16;
  public static final int SHORTEST_KEY = 32;
  public static final int LONGEST_ID = 32;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1," + LONGEST_ID + "}");
  private static final int LONGEST_KEY = 64;

  /** A key of the ring. */
  public record Key(String id, Secret secret) {
    public Key {
      if (!ID.matcher(id).matches()) {
        throw new IllegalArgumentException(
            "the key id '%s' must have 1 to %d letters, digits or -".formatted(id, LONGEST_ID));
      }
      if (secret.length() < SHORTEST_KEY || secret.length() > LONGEST_KEY) {
        throw new IllegalArgumentException(
            "the key '%s' has %d bytes, must have %d to %d"
                .formatted(id, secret.length(), SHORTEST_KEY, LONGEST_KEY));
      }
    }
  }

  private final String signingId;
  private final Map<String, Map<KeyPurpose, byte[]>> keys = new HashMap<>();

  /**
   * Creates a ring.
   *
   * @param ordered the signing key first
   */
  public KeyRing(List<Key> ordered) {
    if (ordered.isEmpty() || ordered.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "a key ring has %d keys, must have 1 to %d".formatted(ordered.size(), MOST_KEYS));
    }
    this.signingId = ordered.getFirst().id();
    for (Key key : ordered) {
      Map<KeyPurpose, byte[]> derived = new EnumMap<>(KeyPurpose.class);
      for (KeyPurpose purpose : KeyPurpose.values()) {
        derived.put(purpose, purpose.derive(key.secret()));
      }
      if (keys.put(key.id(), derived) != null) {
        throw new IllegalArgumentException("the key id '" + key.id() + "' occurs twice");
      }
    }
  }

  /** The id of the key that signs. */
  public String signingId() {
    return signingId;
  }

  public List<String> ids() {
    return keys.keySet().stream().sorted().toList();
  }

  /** The authentication code of a text under a key of the ring; empty without such a key. */
  public Optional<byte[]> sign(KeyPurpose purpose, String keyId, byte[] text) {
    return key(purpose, keyId).map(key -> Hmac.of(key, text));
  }

  /** Whether the code is right. Takes the same time for each code. */
  public boolean verifies(KeyPurpose purpose, String keyId, byte[] text, byte[] code) {
    byte[] expected =
        sign(purpose, keyId, text).orElseGet(() -> Hmac.of(new byte[SHORTEST_KEY], text));
    return MessageDigest.isEqual(expected, code) && keys.containsKey(keyId);
  }

  Optional<byte[]> key(KeyPurpose purpose, String keyId) {
    return Optional.ofNullable(keys.get(keyId))
        .flatMap(derived -> Optional.ofNullable(derived.get(purpose)));
  }

  @Override
  public String toString() {
    return "KeyRing" + ids();
  }
}
