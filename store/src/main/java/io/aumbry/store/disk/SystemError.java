package io.aumbry.store.disk;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** The JDK reports these errors of Linux only by message text, in the language of the process. */
enum SystemError {
  INPUT_OUTPUT(5, "Input/output error"),
  TOO_MANY_FILES(24, "Too many open files"),
  NO_SPACE(28, "No space left on device"),
  READ_ONLY(30, "Read-only file system"),
  QUOTA(122, "Disk quota exceeded");

  private final String text;

  private final String textHere;

  SystemError(int number, String text) {
    this.text = lowerCase(text);
    this.textHere = lowerCase(FileDescriptors.errorText(number).orElse(text));
  }

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
      case TOO_MANY_FILES -> new TooManyFilesException(message, e);
    };
  }

  private static boolean isClassed(IOException e) {
    return e instanceof NoSpaceException
        || e instanceof WriteProtectedException
        || e instanceof DeviceException
        || e instanceof TooManyFilesException;
  }

  @FunctionalInterface
  interface Action<T> {
    T perform() throws IOException;
  }

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
