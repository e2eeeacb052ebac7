package io.aumbry.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeySetTest {
  /** A record that two components share. */
  public record Shared(
      @Setting(key = "a.shared", range = "1 to 9", text = "Shared.") @Default("3") int value) {}

  /** The first component. */
  public record First(Shared shared) {}

  /** The second component. */
  public record Second(
      Shared shared,
      @Setting(key = "b.own", range = "64 KiB to 1 MiB", text = "Own.") @Default("128 KiB")
          int own) {}

  /** A process with both components. */
  public record Both(@Section("A") First first, @Section("B") Second second) {}

  /** Declares a key of {@link Shared}. */
  public record Copy(
      @Setting(key = "a.shared", range = "1 to 9", text = "Shared.") @Default("3") int value) {}

  /** Declares a key twice. */
  public record Twice(@Section("A") Shared shared, @Section("B") Copy copy) {}

  /** Has a default outside of its own bounds. */
  public record OutOfBounds(
      @Setting(key = "a.b", range = "1 to 2", text = "Wrong.") @Default("3") int value) {}

  /** Has a key that cannot be written in a file. */
  public record Misnamed(
      @Setting(key = "Wrong", range = "1 to 2", text = "Wrong.") @Default("1") int value) {}

  /** Has a type that cannot be parsed. */
  public record Unreadable(@Setting(key = "a.b", text = "Wrong.") Thread value) {}

  @Test
  void aSharedRecordIsListedOnceAndHasOneValue() {
    KeySet<Both> keys = KeySet.of("both", Both.class);
    assertThat(keys.names()).containsExactly("a.shared", "b.own");
    Both settings =
        new SettingsLoader<>(keys).flags(List.of("--a.shared=7", "--b.own=64 KiB")).load();
    assertThat(settings)
        .isEqualTo(new Both(new First(new Shared(7)), new Second(new Shared(7), 65_536)));
  }

  @Test
  void aReferenceFileHasTextBoundsAndDefaultOfEachKey() {
    assertThat(ReferenceFile.render(KeySet.of("both", Both.class)))
        .endsWith(
            """
            A process refuses to start with an unknown key.


            ## A

            # Shared. (number, 1 to 9)
            #a.shared = 3


            ## B

            # Own. (size, 64 KiB to 1 MiB)
            #b.own = 128 KiB
            """);
  }

  @Test
  void aWrongDeclarationIsRefused() {
    assertThatThrownBy(() -> KeySet.of("twice", Twice.class))
        .hasMessage("key a.shared is declared twice in twice");
    assertThatThrownBy(() -> Settings.defaults(OutOfBounds.class))
        .hasMessage("3 is out of bounds, must be 1 to 2");
    assertThatThrownBy(() -> Settings.defaults(Misnamed.class))
        .hasMessage("key name 'Wrong' must be dotted lower case");
    assertThatThrownBy(() -> Settings.defaults(Unreadable.class))
        .hasMessageContaining("Thread has no public static parse(String)");
  }
}
