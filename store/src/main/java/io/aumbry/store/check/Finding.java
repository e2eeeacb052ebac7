package io.aumbry.store.check;

/**
 * One thing that was noticed in the files of a store.
 *
 * @param file its path on the disk
 * @param offset in bytes; 0 when it is about the file as a whole
 * @param what is there
 * @param meaning of that for whoever has the store
 */
public record Finding(Severity severity, String file, long offset, String what, String meaning) {
  /** Whether something is wrong. */
  public enum Severity {
    /** Bytes are not what they were, or are not there. */
    DAMAGE,
    /** The remains of a crash. The next start removes them, and nothing is lost. */
    NOTE
  }

  /** Where findings go. */
  @FunctionalInterface
  public interface Sink {
    void add(Finding finding);

    /** Something is wrong. */
    default void damage(String file, long offset, String what, String meaning) {
      add(new Finding(Severity.DAMAGE, file, offset, what, meaning));
    }

    /** Something is to be known. */
    default void note(String file, long offset, String what, String meaning) {
      add(new Finding(Severity.NOTE, file, offset, what, meaning));
    }
  }

  public boolean isDamage() {
    return severity == Severity.DAMAGE;
  }
}
