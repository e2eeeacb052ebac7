package io.aumbry.store.log;

import io.aumbry.store.record.LogPosition;
import java.util.Optional;

/** What is known of the damage in a log. */
public interface KnownDamage {
  /** Healed damage that the byte first written at {@code home} is among. */
  Optional<Damage> healedAt(LogPosition home);

  /** How many times damage was healed since the store was opened. */
  long healings();
}
