package io.aumbry.router.policy;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.NodeResponse.Known;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What replicas know of a blob.
 *
 * @param known by each that knows of it
 * @param notFound replicas that are complete and know nothing of it
 * @param silent replicas that have not said
 */
public record Sighting(List<Known> known, int notFound, int silent) {
  /** As replicas merge what they hear of each other. */
  private static final Comparator<Known> LIFE =
      Comparator.<Known>comparingInt(each -> each.state().lifeVersion())
          .thenComparing(each -> each.state().deleted())
          .thenComparingLong(Known::changedMillis);

  public Sighting {
    known = List.copyOf(known);
  }

  /** What those know together that this and {@code other} are of. */
  public Sighting with(Sighting other) {
    List<Known> all = new ArrayList<>(known);
    all.addAll(other.known);
    return new Sighting(all, notFound + other.notFound, silent + other.silent);
  }

  /** How the blob is, by the one that knows most. */
  public Optional<Known> latest() {
    return known.stream().max(LIFE);
  }

  /** When it ends by itself; {@link Expiry#NEVER} as soon as one says so. */
  public long expiryMillis() {
    return known.stream().mapToLong(each -> each.state().expiryMillis()).max().orElse(Expiry.NEVER);
  }

  /** Whether it has ended by itself; without its PUT nobody knows. */
  public boolean hasExpired(long nowMillis) {
    return expiryMillis() > 0 && expiryMillis() <= nowMillis;
  }

  /** How many know that it never ends by itself. */
  public long kept() {
    return known.stream().filter(each -> each.state().expiryMillis() == Expiry.NEVER).count();
  }

  /** How many have it as alive in that life. */
  public long aliveIn(int life) {
    return known.stream()
        .map(Known::state)
        .filter(state -> !state.deleted() && state.lifeVersion() == life)
        .count();
  }

  /** The last life that any knows of. */
  public int lifeVersion() {
    return latest().map(Known::state).map(BlobState::lifeVersion).orElse(0);
  }

  /** When it was deleted last, as far as any knows; if none does, what else it was changed. */
  public long deletedMillis() {
    return known.stream()
        .filter(each -> each.state().deleted())
        .mapToLong(Known::changedMillis)
        .max()
        .orElseGet(() -> latest().map(Known::changedMillis).orElse(0L));
  }

  /**
   * The life to begin when a delete is taken back. One that was begun by some replicas only is gone
   * on with. Each silent replica may know of one that failed before any other heard of it, and that
   * it was ended: the new one must be later.
   */
  public int nextLife() {
    boolean begun = latest().filter(each -> !each.state().deleted()).isPresent();
    return lifeVersion() + (begun && silent == 0 ? 0 : 1 + silent);
  }
}
