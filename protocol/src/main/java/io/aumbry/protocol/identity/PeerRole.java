package io.aumbry.protocol.identity;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The role of a certificate's owner in its cluster. */
public enum PeerRole {
  NODE,
  FRONTEND,
  /** A Helix controller. It sends no messages to nodes. */
  CONTROLLER,
  /** A ZooKeeper server. It sends no messages to nodes. */
  ZOOKEEPER,
  /** A person, or a monitoring program. */
  OPERATOR;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The role as spelled in an identity. */
  public String word() {
    return word;
  }

  /** Finds a role by its exact spelling. */
  public static Optional<PeerRole> ofWord(String word) {
    return Stream.of(values()).filter(role -> role.word.equals(word)).findFirst();
  }
}
