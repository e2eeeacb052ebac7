package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.state.StoredState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A difference between two replicas in one blob. */
public record Difference(BlobId id, Kind kind) {
  public enum Kind {
    UNKNOWN_HERE,
    /** The local replica lacks the bytes or a later change. */
    LACKING_HERE,
    /** The peer lacks the bytes or a later change, and has to fetch them. */
    LACKING_THERE,
    /** Both replicas have bytes, and they differ in length. */
    CONFLICTING
  }

  public boolean isHere() {
    return kind == Kind.UNKNOWN_HERE || kind == Kind.LACKING_HERE;
  }

  static List<Difference> of(List<KnownBlob> here, List<KnownBlob> there, LeftOut leftOut) {
    List<Difference> found = new ArrayList<>();
    int mine = 0;
    int theirs = 0;
    while (mine < here.size() || theirs < there.size()) {
      int order = order(here, mine, there, theirs);
      Optional<KnownBlob> one = order <= 0 ? Optional.of(here.get(mine)) : Optional.empty();
      Optional<KnownBlob> other = order >= 0 ? Optional.of(there.get(theirs)) : Optional.empty();
      BlobId id = one.or(() -> other).orElseThrow().id();
      between(one, other, leftOut).ifPresent(kind -> found.add(new Difference(id, kind)));
      mine += one.isPresent() ? 1 : 0;
      theirs += other.isPresent() ? 1 : 0;
    }
    return found;
  }

  private static int order(List<KnownBlob> here, int mine, List<KnownBlob> there, int theirs) {
    if (mine == here.size()) {
      return 1;
    }
    return theirs == there.size() ? -1 : here.get(mine).id().compareTo(there.get(theirs).id());
  }

  private static Optional<Kind> between(
      Optional<KnownBlob> here, Optional<KnownBlob> there, LeftOut leftOut) {
    boolean countsHere = here.filter(blob -> !leftOut.has(blob)).isPresent();
    boolean countsThere = there.filter(blob -> !leftOut.has(blob)).isPresent();
    if (!countsHere && !countsThere) {
      return Optional.empty();
    }
    if (here.isEmpty()) {
      return Optional.of(Kind.UNKNOWN_HERE);
    }
    return there.isEmpty()
        ? Optional.of(Kind.LACKING_THERE)
        : between(here.get(), there.get(), leftOut);
  }

  private static Optional<Kind> between(KnownBlob here, KnownBlob there, LeftOut leftOut) {
    StoredState joined = here.state().merge(there.state());
    boolean bytesCount = !leftOut.has(joined);
    if (!joined.equals(here.state()) || (bytesCount && there.isHeld() && !here.isHeld())) {
      return Optional.of(Kind.LACKING_HERE);
    }
    if (!joined.equals(there.state()) || (bytesCount && here.isHeld() && !there.isHeld())) {
      return Optional.of(Kind.LACKING_THERE);
    }
    boolean same =
        here.headerLength() == there.headerLength()
            && here.contentLength() == there.contentLength();
    return same || !bytesCount ? Optional.empty() : Optional.of(Kind.CONFLICTING);
  }
}
