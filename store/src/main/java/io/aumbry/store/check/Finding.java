package io.aumbry.store.check;

/**
 * An observation in the files of a store.
 *
 * @param file its path on the disk
 * @param offset in bytes; 0 for the whole file
 * @param what the observation
 * @param meaning its consequence for the operator
 */
public record Finding(Severity severity, String file, long offset, String what, String meaning) {
  public enum Severity {
    /** Bytes are damaged or missing. */
    DAMAGE,
    /** The remains of a crash, which the next start removes without loss. */
    NOTE
  }

  /** Receives findings. */
  @FunctionalInterface
  public interface Sink {
    void add(Finding finding);

    default void damage(String file, long offset, String what, String meaning) {
      add(new Finding(Severity.DAMAGE, file, offset, what, meaning));
    }

    default void note(String file, long offset, String what, String meaning) {
      add(new Finding(Severity.NOTE, file, offset, what, meaning));
    }
  }

  public boolean isDamage() {
    return severity == Severity.DAMAGE;
  }
}
