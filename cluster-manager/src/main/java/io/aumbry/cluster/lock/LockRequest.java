package io.aumbry.cluster.lock;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.protocol.runtime.PrintableText;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A wish to lock hosts, all of them or none.
 *
 * @param id names the request, so that it may be repeated when its answer was lost
 * @param owner for display: a person or a system
 * @param purpose for display
 * @param hosts of one data centre
 * @param lease after which the lock ends, unless it is renewed
 */
public record LockRequest(
    String id, String owner, String purpose, SortedSet<String> hosts, Duration lease) {
  public static final Duration SHORTEST = Duration.ofSeconds(10);
  public static final Duration LONGEST = Duration.ofDays(30);
  private static final int LONGEST_OWNER = 64;
  private static final int LONGEST_PURPOSE = 100;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final String OF_DRAIN = "drain:";
  private static final String OF_MAINTENANCE = "maintenance-";
  private static final String OF_REBALANCE = "controller-rebalance";

  /** Time for another controller to continue a rebalance. */
  private static final Duration REBALANCE_LEASE = Duration.ofMinutes(10);

  public LockRequest {
    hosts = Collections.unmodifiableSortedSet(new TreeSet<>(hosts));
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("a lock needs at least one host");
    }
    Bounds.check("number of hosts of a lock", hosts.size(), 1, LockTable.MOST_HOSTS);
    for (String host : hosts) {
      if (!NodeId.isValid(host)) {
        throw new IllegalArgumentException(
            "host '"
                + PrintableText.of(host)
                + "' must be 1 to 63 letters, digits, '.', '_' or '-', the first a letter or digit");
      }
    }
    if (!ID.matcher(id).matches() && !List.copyOf(hosts).equals(drained(id))) {
      throw new IllegalArgumentException(
          "request id '"
              + PrintableText.of(id)
              + "' must be 1 to 64 letters, digits, '.', '_' or '-', the first a letter or digit");
    }
    checkText("owner", owner, LONGEST_OWNER);
    checkText("purpose", purpose, LONGEST_PURPOSE);
    Bounds.check("lease", lease, SHORTEST, LONGEST);
  }

  public LockRequest(
      String id, String owner, String purpose, Collection<String> hosts, Duration lease) {
    this(id, owner, purpose, new TreeSet<>(hosts), lease);
  }

  /** The request of a drain for its own lock. It lasts as long as the drain, whatever its lease. */
  public static LockRequest ofDrain(NodeId node, String owner) {
    return new LockRequest(
        OF_DRAIN + node.name(), owner, "drain", List.of(node.name()), LockRequest.LONGEST);
  }

  /**
   * The request of a rebalance for the hosts that its next moves change. All controllers of a data
   * centre have the same one, so that each continues what another has begun.
   */
  public static LockRequest ofRebalance(Collection<String> hosts) {
    return new LockRequest(OF_REBALANCE, "controller", "rebalance", hosts, REBALANCE_LEASE);
  }

  /** The id of the request of a maintenance workflow for a batch, or another purpose. */
  public static String idOfMaintenance(long workflow, String purpose) {
    return OF_MAINTENANCE + workflow + "-" + purpose;
  }

  /** The owner for the name of a user, whatever that is. */
  public static String owner(String user) {
    String shown = PrintableText.of(user).strip();
    int most = Math.min(LONGEST_OWNER, shown.codePointCount(0, shown.length()));
    return shown.isEmpty()
        ? "unknown"
        : shown.substring(0, shown.offsetByCodePoints(0, most)).strip();
  }

  /** Whether the lock belongs to a drain and ends with it. */
  boolean isOfDrain() {
    return id.startsWith(OF_DRAIN);
  }

  /** Whether the lock belongs to a maintenance workflow. */
  boolean isOfMaintenance() {
    return id.startsWith(OF_MAINTENANCE);
  }

  /** Whether the lock belongs to a rebalance. */
  public boolean isOfRebalance() {
    return id.equals(OF_REBALANCE);
  }

  private static List<String> drained(String id) {
    return id.startsWith(OF_DRAIN) ? List.of(id.substring(OF_DRAIN.length())) : List.of();
  }

  private static void checkText(String what, String text, int longest) {
    if (!PrintableText.isPrintable(text)) {
      throw new IllegalArgumentException(
          what + " must have no control characters and no line breaks");
    }
    int length = text.codePointCount(0, text.length());
    if (text.isBlank() || length > longest) {
      throw new IllegalArgumentException(
          "%s '%s' has %d characters, must have 1 to %d and not only spaces"
              .formatted(what, text, length, longest));
    }
  }
}
