package io.aumbry.catalog.name;

/** The newest version of a name. */
public sealed interface NameLookup {
  /** A name with a blob that can be read. */
  record Live(NameVersion version) implements NameLookup {}

  /** A name with an expired blob. It is remembered for a while. */
  record Expired(NameVersion version) implements NameLookup {}

  /** A deleted name. It is remembered for a while. */
  record Deleted(NameVersion version) implements NameLookup {}

  /** A name that never existed or is no longer remembered. */
  record Missing() implements NameLookup {}

  static NameLookup of(NameVersion version, long nowMillis) {
    return switch (version.stateAt(nowMillis)) {
      case LIVE -> new Live(version);
      case DELETED -> new Deleted(version);
      case EXPIRED -> new Expired(version);
    };
  }
}
