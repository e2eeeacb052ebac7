package io.aumbry.protocol.message;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BlobPageTest {
  private static final UUID EXAMPLE = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  private static final BlobId ID =
      new BlobId(new BlobId.Flags(BlobKind.SIMPLE, false, true), 1, 2, 3, 4, EXAMPLE);
  private static final IdRange RANGE = new IdRange(IdRange.START, EXAMPLE);

  private static BlobPage read(byte[] bytes) {
    return BlobPage.read(ByteBuffer.wrap(bytes), named(RANGE));
  }

  private static Compare.Living named(IdRange range) {
    return new Compare.Named(range, BlobPage.MAX_IDS);
  }

  private static Compare.Living removable(int account, int container) {
    var key = new DeletedContainer.Key(account, container);
    return new Compare.Removable(List.of(new DeletedContainer(key, 1, 0)), RANGE, BlobPage.MAX_IDS);
  }

  @Test
  void aBlobThatWasNotAskedForIsRefused() {
    ByteBuffer page = ByteBuffer.wrap(new BlobPage(List.of(ID), EXAMPLE).write().toByteArray());
    assertThat(BlobPage.read(page.duplicate(), removable(2, 3)).ids()).containsExactly(ID);
    for (var other : List.of(removable(2, 4), removable(3, 3), removable(3, 2))) {
      assertCode(() -> BlobPage.read(page.duplicate(), other), ErrorCode.CORRUPT_TRANSFER);
    }
    BlobId unnamed = new BlobId(BlobId.Flags.of(BlobKind.SIMPLE), 1, 2, 3, 4, EXAMPLE);
    byte[] bytes = new BlobPage(List.of(unnamed), EXAMPLE).write().toByteArray();
    assertCode(() -> read(bytes), ErrorCode.CORRUPT_TRANSFER);
  }

  @Test
  void theBinaryFormIsFixedForEver() {
    byte[] bytes = new BlobPage(List.of(ID), EXAMPLE).write().toByteArray();
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo(
            "01017f22e279b07cc398c4dc0c0c07398f"
                + "0108000100000002000000030000000401"
                + "7f22e279b07cc398c4dc0c0c07398f"
                + "017e5e5f");
  }

  @Test
  void pagesReadBack() {
    SplittableRandom random = new SplittableRandom(1);
    List<BlobId> ids = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      BlobId.Owner owner = new BlobId.Owner(1, 1, 1, random.nextBoolean());
      ids.add(BlobId.create(owner, BlobKind.MANIFEST, 1, 1000 + i, random).withName());
    }
    BlobPage page = new BlobPage(ids, EXAMPLE);
    assertThat(read(page.write().toByteArray())).isEqualTo(page);
    BlobPage empty = new BlobPage(List.of(), EXAMPLE);
    assertThat(read(empty.write().toByteArray())).isEqualTo(empty);
  }

  @Test
  void everyDamageIsNoticed() {
    byte[] bytes = new BlobPage(List.of(ID), EXAMPLE).write().toByteArray();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      assertCode(() -> read(damaged), ErrorCode.CORRUPT_TRANSFER);
      byte[] cut = java.util.Arrays.copyOf(bytes, at);
      assertCode(() -> read(cut), ErrorCode.CORRUPT_TRANSFER);
    }
  }

  @Test
  void aPageOutsideTheRangeIsRefused() {
    byte[] bytes = new BlobPage(List.of(ID), EXAMPLE).write().toByteArray();
    IdRange before = IdRange.madeUntil(1000);
    IdRange after = new IdRange(EXAMPLE, new UUID(-1, -1));
    for (IdRange range : List.of(before, after)) {
      assertCode(
          () -> BlobPage.read(ByteBuffer.wrap(bytes), named(range)), ErrorCode.CORRUPT_TRANSFER);
    }
  }
}
