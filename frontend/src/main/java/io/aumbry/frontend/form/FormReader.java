package io.aumbry.frontend.form;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads the parts of a form in order. The preamble, the header of a part, the epilogue and the
 * number of parts are bounded.
 */
public final class FormReader implements AutoCloseable {
  /** Limit for the header of a part, for the preamble and for the epilogue. */
  static final int MAX_OVERHEAD_BYTES = 8 * 1024;

  static final int MAX_PARTS = 256;

  private static final int LF = '\n';

  private final FormInput input;
  private int parts;
  private boolean inPart;
  private boolean ended;

  public FormReader(ByteSource body, String boundary) {
    this.input = new FormInput(body, boundary);
  }

  /** The next part, skipping the rest of the current one; empty at the end of the form. */
  public Optional<FormPart> next() {
    if (ended) {
      return Optional.empty();
    }
    if (parts == 0) {
      skipPreamble();
    } else {
      skipContent();
    }
    if (isLast()) {
      skipEpilogue();
      ended = true;
      return Optional.empty();
    }
    if (++parts > MAX_PARTS) {
      throw MalformedForm.because("it has more than " + MAX_PARTS + " parts");
    }
    FormPart part = head();
    inPart = true;
    return Optional.of(part);
  }

  public Optional<Buffer> content() {
    if (!inPart) {
      return Optional.empty();
    }
    Optional<Buffer> bytes = input.upToDelimiter();
    inPart = bytes.isPresent();
    return bytes;
  }

  private void skipContent() {
    for (var bytes = content(); bytes.isPresent(); bytes = content()) {
      bytes.get().close();
    }
  }

  private void skipPreamble() {
    int skipped = 0;
    for (var bytes = input.upToDelimiter(); bytes.isPresent(); bytes = input.upToDelimiter()) {
      skipped += bytes.get().size();
      bytes.get().close();
      requireBounded(skipped, "there is no boundary");
    }
  }

  private void skipEpilogue() {
    for (int skipped = 1; input.read() >= 0; skipped++) {
      requireBounded(skipped, "the epilogue has more");
    }
  }

  /**
   * Reads the rest of a boundary's line. Two dashes mark the closing boundary; blanks are allowed.
   */
  private boolean isLast() {
    int next = read();
    if (next == '-') {
      if (read() != '-') {
        throw MalformedForm.because("a boundary is followed by one dash");
      }
      return true;
    }
    for (int skipped = 1; next == ' ' || next == '\t'; skipped++) {
      requireBounded(skipped, "a boundary is followed by more");
      next = read();
    }
    if (next != '\r' || read() != LF) {
      throw MalformedForm.because("a boundary is not the end of its line");
    }
    return false;
  }

  private FormPart head() {
    String disposition = "";
    int size = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      size += line.length() + 2;
      requireBounded(size, "the header fields of a part have more");
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw MalformedForm.because("'" + line + "' is no header field");
      }
      String value = line.substring(colon + 1).strip();
      switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
        case "content-disposition" -> disposition = value;
        case "content-transfer-encoding" -> requireIdentity(value);
        default -> {}
      }
    }
    return Parameters.of(disposition).part();
  }

  private static void requireIdentity(String coding) {
    switch (coding.toLowerCase(Locale.ROOT)) {
      case "binary", "8bit", "7bit" -> {}
      default -> throw MalformedForm.because("a part has the transfer encoding '" + coding + "'");
    }
  }

  private String line() {
    StringBuilder line = new StringBuilder();
    for (int next = read(); next != '\r'; next = read()) {
      line.append((char) next);
      requireBounded(line.length(), "a line of a part's header has more");
    }
    if (read() != LF) {
      throw MalformedForm.because("a line of a part's header has a bare CR");
    }
    return new String(
        line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private int read() {
    int next = input.read();
    if (next < 0) {
      throw MalformedForm.because("it ends without the closing boundary");
    }
    return next;
  }

  private static void requireBounded(int bytes, String subject) {
    if (bytes > MAX_OVERHEAD_BYTES) {
      throw MalformedForm.because(subject + " in " + MAX_OVERHEAD_BYTES + " bytes");
    }
  }

  @Override
  public void close() {
    input.close();
  }
}
