package io.aumbry.frontend.gate;

import io.aumbry.protocol.buffer.ByteSource;
import java.util.Optional;

/** An authenticated sender, until the end of its request. Confined to the thread of the request. */
public interface AuthenticatedSender {
  /** Of a sender that may do everything. */
  AuthenticatedSender OPEN =
      new AuthenticatedSender() {
        @Override
        public Caller caller() {
          return Caller.ANONYMOUS;
        }

        @Override
        public boolean isSigned() {
          return false;
        }

        @Override
        public boolean permits(Action action, Resource resource) {
          return true;
        }

        @Override
        public void authorise(Action action, Resource resource) {
          // Everything is allowed.
        }

        @Override
        public CacheScope cacheScope(Action action, Resource resource) {
          return CacheScope.SHARED;
        }

        @Override
        public void requireStillAllowed() {
          // Everything is allowed.
        }

        @Override
        public ByteSource verified(ByteSource body) {
          return body;
        }

        @Override
        public void requireVerified() {
          // Nothing is signed.
        }
      };

  Caller caller();

  /** Whether the request has a valid signature, so that its sender has the secret of a key. */
  boolean isSigned();

  /**
   * The access key of a sender that has all rights of its user. A signed URL may act for it. Empty
   * for strangers, users of a provider and tokens with a limit.
   */
  default Optional<String> unlimitedKey() {
    return Optional.empty();
  }

  /** Whether the sender may see an object in a list. */
  boolean permits(Action action, Resource resource);

  /**
   * Decides about a resource that was unknown when the request was admitted.
   *
   * @throws RuntimeException a refusal with 401 or 403
   */
  void authorise(Action action, Resource resource);

  /** The caches that may keep the answer to a read that was authorised. */
  CacheScope cacheScope(Action action, Resource resource);

  /**
   * Decides again about all changes that were authorised, by the present rights of the sender.
   *
   * @throws io.aumbry.protocol.error.AumbryException {@code UNAUTHORIZED} if the key of the sender
   *     has ended since, {@code FORBIDDEN} if it may no longer make the change
   */
  void requireStillAllowed();

  /** The body, which fails before its end if the sender signed another one. */
  ByteSource verified(ByteSource body);

  /**
   * Called before success is acknowledged. Reads the rest of a signed body that was read in part.
   *
   * @throws io.aumbry.protocol.error.AumbryException if the sender signed another body
   */
  void requireVerified();
}
