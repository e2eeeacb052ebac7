package io.aumbry.store.disk;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * The errors of Linux that a disk is judged by. The JDK tells them only by the text of a message,
 * which is in the language that the process was started in.
 */
enum SystemError {
  INPUT_OUTPUT(5, "Input/output error"),
  NO_SPACE(28, "No space left on device"),
  READ_ONLY(30, "Read-only file system"),
  QUOTA(122, "Disk quota exceeded");

  private final String text;

  /** The text here; messages of the JDK are it, or have it at their end. */
  private final String textHere;

  SystemError(int number, String text) {
    this.text = lowerCase(text);
    this.textHere = lowerCase(FileDescriptors.errorText(number).orElse(text));
  }

  /** Which of them an error is, if it is one. */
  static Optional<SystemError> in(IOException e) {
    String message = lowerCase(String.valueOf(e.getMessage()));
    for (SystemError each : values()) {
      if (message.contains(each.text) || message.contains(each.textHere)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private static String lowerCase(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The same error as one of those that {@link Disk} tells apart, if it is one. */
  static IOException classed(IOException e) {
    Optional<SystemError> known = in(e);
    if (known.isEmpty() || isClassed(e)) {
      return e;
    }
    String message = String.valueOf(e.getMessage());
    return switch (known.get()) {
      case NO_SPACE, QUOTA -> new NoSpaceException(message, e);
      case READ_ONLY -> new WriteProtectedException(message, e);
      case INPUT_OUTPUT -> new DeviceException(message, e);
    };
  }

  private static boolean isClassed(IOException e) {
    return e instanceof NoSpaceException
        || e instanceof WriteProtectedException
        || e instanceof DeviceException;
  }

  /** Something that a file system does or fails to do. */
  @FunctionalInterface
  interface Action<T> {
    T perform() throws IOException;
  }

  /** As {@link Action}, without a result. */
  @FunctionalInterface
  interface Step {
    void perform() throws IOException;
  }

  static <T> T classing(Action<T> action) throws IOException {
    try {
      return action.perform();
    } catch (IOException e) {
      throw classed(e);
    }
  }

  static void classing(Step step) throws IOException {
    try {
      step.perform();
    } catch (IOException e) {
      throw classed(e);
    }
  }
}
