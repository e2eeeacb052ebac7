package io.aumbry.cluster.maintenance;

import io.aumbry.protocol.runtime.PrintableText;

/**
 * A note about a host, for people. With {@link MaintenanceOrder#MOST_HOSTS}, all notes fit into one
 * node of ZooKeeper, so a failure is shortened while the host waits.
 *
 * @param failure of the last failed attempt, or empty
 * @param obstacle the reason why the host cannot go on yet, or empty
 */
public record HostNote(String failure, String obstacle) {
  static final HostNote NONE = new HostNote("", "");

  /** Characters of both together. */
  static final int LONGEST = 120;

  /** Begins the reason of a wait. */
  static final String WAITS = "waits: ";

  public HostNote {
    boolean isOne = failure.isEmpty() || obstacle.isEmpty();
    failure = shortened(failure, isOne ? LONGEST : LONGEST / 2);
    obstacle = shortened(obstacle, isOne ? LONGEST : LONGEST / 2);
  }

  /** Printable, and bounded. */
  static String shortened(String text) {
    return shortened(text, LONGEST);
  }

  private static String shortened(String text, int longest) {
    String shown = PrintableText.of(text).strip();
    int length = shown.codePointCount(0, shown.length());
    return length <= longest
        ? shown
        : shown.substring(0, shown.offsetByCodePoints(0, longest - 1)) + "…";
  }

  static HostNote failed(String why) {
    return new HostNote(why, "");
  }

  HostNote waiting(String why) {
    return new HostNote(failure, why);
  }

  /** The host goes on. */
  HostNote withoutWait() {
    return new HostNote(failure, "");
  }

  /** The wait, or the failure if the host does not wait, as earlier builds know it. */
  String shown() {
    return obstacle.isEmpty() ? failure : WAITS + obstacle;
  }

  /** A note from what is shown of it, and from the failure if it waits. */
  static HostNote of(String shown, String failure) {
    return shown.startsWith(WAITS)
        ? new HostNote(failure, shown.substring(WAITS.length()))
        : failed(shown);
  }

  /** Both. */
  @Override
  public String toString() {
    return obstacle.isEmpty() || failure.isEmpty()
        ? shown()
        : shown() + "; failed before: " + failure;
  }
}
