package io.aumbry.store.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.log.FileMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.UUID;

/** Arbitrary bytes with a correct checksum are a quarantine or refused. */
final class QuarantineFuzzTest {
  private static final int MAGIC = 0x41755155;
  private static final UUID STORE = new UUID(1, 2);

  @FuzzTest(maxDuration = "30s")
  void bytesWithARightChecksumAreAQuarantineOrRefused(byte[] bytes) throws IOException {
    CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));
    int count = bytes.length == 0 ? 0 : bytes[0];
    ByteBuffer file = ByteBuffer.allocate(FileMark.LENGTH + Integer.BYTES + bytes.length);
    file.put(new FileMark(MAGIC, STORE, count, 0, 0).encode());
    file.putInt(Crc32c.of(ByteBuffer.wrap(bytes))).put(bytes).flip();
    disk.createFolder("partition-7");
    try (var written = disk.create("partition-7/quarantine")) {
      written.write(file, 0);
    }
    try {
      assertThat(QuarantineFile.read(disk, "partition-7", STORE)).hasSize(Math.max(0, count));
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
    }
  }
}
