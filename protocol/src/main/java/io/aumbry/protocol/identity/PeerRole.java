package io.aumbry.protocol.identity;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The part that the owner of a certificate plays in its cluster. */
public enum PeerRole {
  /** A storage node. */
  NODE,
  FRONTEND,
  /** A Helix controller. It sends no messages to nodes. */
  CONTROLLER,
  /** A ZooKeeper server. It sends no messages to nodes. */
  ZOOKEEPER,
  /** A person, or a program that monitors the cluster. */
  OPERATOR;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The role as an identity spells it. */
  public String word() {
    return word;
  }

  /** The role that is spelled exactly so, if there is any. */
  public static Optional<PeerRole> ofWord(String word) {
    return Stream.of(values()).filter(role -> role.word.equals(word)).findFirst();
  }
}
