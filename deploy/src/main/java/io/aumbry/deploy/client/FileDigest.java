package io.aumbry.deploy.client;

import io.aumbry.frontend.access.key.Hmac;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The checksums of a file, from one pass.
 *
 * @param crc32c in the form of the header {@code x-ambry-checksum-crc32c}
 * @param sha256 in hex
 */
record FileDigest(String crc32c, String sha256) {
  private static final int BUFFER = 1 << 20;

  static FileDigest of(Path file) throws IOException {
    CRC32C crc = new CRC32C();
    MessageDigest sha = Hmac.sha256();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        crc.update(buffer, 0, n);
        sha.update(buffer, 0, n);
      }
    }
    return new FileDigest(encode(crc), HexFormat.of().formatHex(sha.digest()));
  }

  /** Base64 of the four big-endian bytes. */
  static String encode(CRC32C crc) {
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
    return Base64.getEncoder().encodeToString(bytes);
  }
}
