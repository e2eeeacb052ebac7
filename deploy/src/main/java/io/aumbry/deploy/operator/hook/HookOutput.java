package io.aumbry.deploy.operator.hook;

import io.aumbry.config.DataSize;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * The file with the output of a hook. A hook that starts again in the same attempt appends to it.
 */
record HookOutput(File file) {
  static final DataSize LIMIT = new DataSize(16 << 20);
  private static final int LAST_BYTES = 4096;
  private static final int BUFFER = 8192;

  boolean isTooLarge() {
    return file.length() > LIMIT.bytes();
  }

  /**
   * Opens the file to append to it.
   *
   * @param secret replaced by asterisks; nothing is replaced if it is empty
   */
  OutputStream open(String secret) throws IOException {
    return new MaskingStream(new FileOutputStream(file, true), secret);
  }

  /**
   * Appends an answer up to the size limit.
   *
   * @param to the open file
   * @return whether all of it was within the limit
   */
  boolean append(InputStream answer, OutputStream to) throws IOException {
    long room = LIMIT.bytes() - file.length();
    byte[] buffer = new byte[BUFFER];
    for (int read = answer.read(buffer); read >= 0; read = answer.read(buffer)) {
      to.write(buffer, 0, (int) Math.min(read, Math.max(0, room)));
      room -= read;
      if (room < 0) {
        return false;
      }
    }
    return true;
  }

  /** The last line after a colon, or nothing. */
  String lastLine() {
    if (!file.exists()) {
      return "";
    }
    try (RandomAccessFile content = new RandomAccessFile(file, "r")) {
      int length = Math.toIntExact(Math.min(LAST_BYTES, content.length()));
      byte[] end = new byte[length];
      content.seek(content.length() - length);
      content.readFully(end);
      return new String(end, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((_, last) -> last)
          .map(": "::concat)
          .orElse("");
    } catch (IOException e) {
      return ": its output cannot be read: " + e;
    }
  }
}
