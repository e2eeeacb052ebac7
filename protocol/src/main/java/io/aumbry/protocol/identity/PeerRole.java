package io.aumbry.protocol.identity;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The role of a certificate's owner in its cluster. */
public enum PeerRole {
  NODE,
  FRONTEND,
  /** A frontend and the storage node of the same name in one process. It may do what either may. */
  SERVER,
  /** A Helix controller. It sends no messages to nodes. */
  CONTROLLER,
  /** A ZooKeeper server. It sends no messages to nodes. */
  ZOOKEEPER,
  /** A person, or a monitoring program. */
  OPERATOR;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** Whether the owner is the storage node of its name. */
  public boolean isNode() {
    return this == NODE || this == SERVER;
  }

  public String word() {
    return word;
  }

  public static Optional<PeerRole> ofWord(String word) {
    return Stream.of(values()).filter(role -> role.word.equals(word)).findFirst();
  }
}
