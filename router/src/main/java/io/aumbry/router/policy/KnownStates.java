package io.aumbry.router.policy;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.NodeResponse.Known;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The answers of replicas about the state of a blob.
 *
 * @param known answers of replicas that know the blob
 * @param notFound number of complete replicas that know nothing of it
 * @param silent number of replicas that gave neither answer
 */
public record KnownStates(List<Known> known, int notFound, int silent) {
  /** The order in which replicas merge states. */
  private static final Comparator<Known> LIFE =
      Comparator.<Known>comparingInt(each -> each.state().lifeVersion())
          .thenComparing(each -> each.state().deleted())
          .thenComparingLong(Known::changedMillis);

  public KnownStates {
    known = List.copyOf(known);
  }

  public KnownStates with(KnownStates other) {
    List<Known> all = new ArrayList<>(known);
    all.addAll(other.known);
    return new KnownStates(all, notFound + other.notFound, silent + other.silent);
  }

  public Optional<Known> latest() {
    return known.stream().max(LIFE);
  }

  /** The latest expiry, or {@link Expiry#NEVER} if any replica reports that. */
  public long expiryMillis() {
    return known.stream().mapToLong(each -> each.state().expiryMillis()).max().orElse(Expiry.NEVER);
  }

  /** Whether the blob has expired. False if no answering replica has its PUT. */
  public boolean hasExpired(long nowMillis) {
    return expiryMillis() > 0 && expiryMillis() <= nowMillis;
  }

  /** Number of replicas that have the blob without expiry. */
  public long kept() {
    return known.stream().filter(each -> each.state().expiryMillis() == Expiry.NEVER).count();
  }

  /** Whether the blob is alive in the latest life that any replica knows. */
  public boolean isAliveInLatest() {
    return latest().filter(each -> !each.state().deleted()).isPresent();
  }

  public long aliveIn(int life) {
    return known.stream()
        .map(Known::state)
        .filter(state -> !state.deleted() && state.lifeVersion() == life)
        .count();
  }

  public int lifeVersion() {
    return latest().map(Known::state).map(BlobState::lifeVersion).orElse(0);
  }

  /** Time of the latest known delete, otherwise of the latest change. */
  public long deletedMillis() {
    return known.stream()
        .filter(each -> each.state().deleted())
        .mapToLong(Known::changedMillis)
        .max()
        .orElseGet(() -> latest().map(Known::changedMillis).orElse(0L));
  }

  /**
   * The life that an undelete begins. An undelete that reached only some replicas is completed, if
   * all replicas answered. Each silent replica may know of one more life, of an undelete that
   * failed. docs/proofs/undelete.md has the case that several failed.
   */
  public int nextLife() {
    return lifeVersion() + (isAliveInLatest() && silent == 0 ? 0 : 1 + silent);
  }
}
