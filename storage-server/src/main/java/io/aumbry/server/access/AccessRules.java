package io.aumbry.server.access;

import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.message.NodeRequest;
import java.util.EnumSet;

/** The rule for each message. A new message does not compile without one. */
public final class AccessRules {
  /** Nodes read and delete the chunks of blobs that have ended. */
  private static final AccessRule BLOBS =
      new AccessRule.AnyOf(EnumSet.of(PeerRole.FRONTEND, PeerRole.NODE, PeerRole.SERVER));

  private static final AccessRule FRONTENDS =
      new AccessRule.AnyOf(EnumSet.of(PeerRole.FRONTEND, PeerRole.SERVER));
  private static final AccessRule OPERATORS = new AccessRule.AnyOf(EnumSet.of(PeerRole.OPERATOR));

  private AccessRules() {}

  /**
   * Returns the rule for a message. A replication message must come from the node that it names,
   * because peers record acknowledgements and comparisons under that name, and compaction relies on
   * them. Frontends list blobs that they may have to delete and the usage of containers, and no
   * others.
   */
  public static AccessRule of(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Get _, NodeRequest.Delete _, NodeRequest.Look _ -> BLOBS;
      case NodeRequest.Put _, NodeRequest.UpdateTtl _, NodeRequest.Undelete _, NodeRequest.Hint _ ->
          FRONTENDS;
      case NodeRequest.Pull pull -> new AccessRule.OnlyNode(pull.puller());
      case NodeRequest.Compare(_, _, NodeRequest.Compare.Living _) -> FRONTENDS;
      case NodeRequest.Compare(_, _, NodeRequest.Compare.Usage _) -> FRONTENDS;
      case NodeRequest.Compare compare -> new AccessRule.OnlyNode(compare.asker());
      case NodeRequest.Confirm confirm -> new AccessRule.OnlyNode(confirm.asker());
      case NodeRequest.Report _, NodeRequest.Verify _ -> OPERATORS;
    };
  }
}
