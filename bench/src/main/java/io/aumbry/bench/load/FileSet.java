package io.aumbry.bench.load;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The content of blobs as files, for file servers. */
public final class FileSet {
  private static final int BUFFER = 64 << 10;

  private FileSet() {}

  /**
   * Writes {@code count} files of one size to {@code root/size/number}. Paths are relative to
   * {@code root}.
   */
  public static DataSet write(Path root, BlobContent content, long size, long count)
      throws IOException {
    Files.createDirectories(root.resolve(Long.toString(size)));
    List<StoredBlob> blobs = new ArrayList<>();
    for (long number = 0; number < count; number++) {
      String path = size + "/" + number;
      writeFile(root.resolve(path), content, number, size);
      blobs.add(new StoredBlob("/" + path, new Expected.Known(number, size)));
    }
    return new DataSet(content.seed(), blobs);
  }

  private static void writeFile(Path file, BlobContent content, long number, long size)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long position = 0; position < size; position += BUFFER) {
        int length = (int) Math.min(BUFFER, size - position);
        content.fill(number, position, buffer, length);
        out.write(buffer, 0, length);
      }
    }
  }
}
