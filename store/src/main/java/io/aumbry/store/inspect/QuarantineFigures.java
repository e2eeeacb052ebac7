package io.aumbry.store.inspect;

import io.aumbry.store.inspect.StoreStatistics.Amount;
import io.aumbry.store.scrub.Quarantine;
import java.util.List;
import java.util.function.Predicate;

/**
 * Amounts of damage in a store.
 *
 * @param open damaged places that another replica must repair
 * @param healed repaired places
 */
public record QuarantineFigures(Amount open, Amount healed) {
  public static final QuarantineFigures NONE = new QuarantineFigures(Amount.NONE, Amount.NONE);

  public static QuarantineFigures of(List<Quarantine.Entry> entries) {
    return new QuarantineFigures(
        sum(entries, entry -> !entry.healed()), sum(entries, Quarantine.Entry::healed));
  }

  private static Amount sum(List<Quarantine.Entry> entries, Predicate<Quarantine.Entry> counted) {
    return entries.stream()
        .filter(counted)
        .map(entry -> new Amount(1, entry.damage().length()))
        .reduce(Amount.NONE, Amount::plus);
  }

  public QuarantineFigures plus(QuarantineFigures other) {
    return new QuarantineFigures(open.plus(other.open), healed.plus(other.healed));
  }
}
