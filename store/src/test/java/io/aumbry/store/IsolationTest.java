package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.BlobAccess.NewBlob;
import io.aumbry.store.disk.CrashingDisk;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failure in one store or request harms no other. */
@Timeout(300)
final class IsolationTest {
  private static final int OTHER = Blobs.PARTITION + 1;
  private static final byte[] CONTENT = {1, 2, 3, 4, 5};

  private final SplittableRandom random = new SplittableRandom(11);
  private final StoreFixture fixture = new StoreFixture();
  private CrashingDisk medium = new CrashingDisk(random);
  private StoreDisk disk = fixture.open(medium, StoreFixture.SMALL);

  @AfterEach
  void close() {
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  /** Memory that fails when the writer reads it. */
  private static final class Broken implements Buffer {
    private final boolean failsToClose;

    Broken(boolean failsToClose) {
      this.failsToClose = failsToClose;
    }

    @Override
    public int size() {
      return 4;
    }

    @Override
    public ByteBuffer view() {
      if (failsToClose) {
        return ByteBuffer.allocate(4).asReadOnlyBuffer();
      }
      throw new IllegalStateException("used after it was closed");
    }

    @Override
    public Buffer slice(int from, int length) {
      return this;
    }

    @Override
    public Buffer retain() {
      return this;
    }

    @Override
    public void close() {
      if (failsToClose) {
        throw new IllegalStateException("closed more often than owned");
      }
    }
  }

  private static BlobId idIn(int partition, SplittableRandom random) {
    return BlobId.create(
        new BlobId.Owner(1, 101, 5, false), BlobKind.SIMPLE, partition, Blobs.CREATED, random);
  }

  private ErrorCode codeOfPutOf(BlobStore store, Buffer metadata) {
    Body content = Body.of(HeapBuffer.copyOf(CONTENT));
    NewBlob blob =
        new NewBlob(
            idIn(store.partition(), random),
            Blobs.CREATED,
            Expiry.NEVER,
            metadata,
            BlockChecksums.of(content));
    try {
      store.put(blob, content, fixture.patient());
    } catch (AumbryException e) {
      return e.code();
    }
    throw new AssertionError("nothing was thrown");
  }

  @Test
  void aBugOfTheWriterStopsItsStoreAndUnwrittenRecordsReachNoOther() {
    BlobStore first = disk.create(Blobs.PARTITION);
    BlobStore second = disk.create(OTHER);
    assertThat(codeOfPutOf(first, new Broken(false))).isEqualTo(ErrorCode.DISK_FAILED);
    assertThat(codeOfPutOf(first, HeapBuffer.copyOf(CONTENT)))
        .as("takes its replica to ERROR, and the store is opened again")
        .isEqualTo(ErrorCode.DISK_FAILED);
    BlobId id = idIn(OTHER, random);
    assertThat(Blobs.put(second, id, CONTENT, fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
    assertThat(Blobs.read(second, id, fixture.patient()).content()).isEqualTo(CONTENT);

    CrashingDisk found = medium.afterKill();
    disk.close();
    medium = found;
    disk = fixture.open(medium, StoreFixture.SMALL);
    assertThat(Blobs.read(disk.open(OTHER), id, fixture.patient()).content()).isEqualTo(CONTENT);
  }

  @Test
  void callersAreAnsweredEvenIfMemoryCannotBeReleased() {
    BlobStore store = disk.create(Blobs.PARTITION);
    Body content = Body.of(HeapBuffer.copyOf(CONTENT));
    BlobId id = idIn(Blobs.PARTITION, random);
    NewBlob blob =
        new NewBlob(id, Blobs.CREATED, Expiry.NEVER, new Broken(true), BlockChecksums.of(content));
    assertThat(store.put(blob, content, fixture.patient())).isEqualTo(new NodeResponse.Done());
  }

  @Test
  void aFailedTaskDoesNotEndTheHelperThread() {
    BlobStore first = disk.create(Blobs.PARTITION);
    for (int i = 0; i < 40; i++) {
      Blobs.put(first, Blobs.id(random), CONTENT, fixture.patient());
    }
    BlobStore second = disk.create(OTHER);
    medium.breakForces(true);
    first.close();
    medium.breakForces(false);
    BlobId id = idIn(OTHER, random);
    assertThat(Blobs.put(second, id, CONTENT, fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
  }
}
