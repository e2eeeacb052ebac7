package io.aumbry.protocol.blob;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId.Flags;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlobIdTest {
  private static final UUID EXAMPLE = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

  @Test
  void theTextOfTheFirstVersionIsFixedForEver() {
    BlobId id = new BlobId(new Flags(BlobKind.MANIFEST, true, false), 2, 3, 4, 5, EXAMPLE);
    assertThat(id.toString()).isEqualTo("AQUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8");
    assertThat(BlobId.parse("AQUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8")).isEqualTo(id);
    assertThat(id.createdMillis()).isEqualTo(0x017f22e279b0L);
  }

  @Test
  void theFlagOfNamedBlobsIsBit3() {
    BlobId id = new BlobId(new Flags(BlobKind.MANIFEST, true, false), 2, 3, 4, 5, EXAMPLE);
    assertThat(id.withName().toString()).isEqualTo("AQ0AAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8");
    assertThat(BlobId.parse(id.withName().toString()).isNamed()).isTrue();
    assertThat(id.isNamed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"CHUNK", "UPLOAD"})
  void partsOfABlobHaveNoName(BlobKind kind) {
    assertCode(() -> new Flags(kind, false, true), ErrorCode.INVALID_BLOB_ID);
  }

  @Test
  void everyIdReadsBackFromItsTextAndItsBytes() {
    Random random = new Random(1);
    for (int round = 0; round < 10_000; round++) {
      BlobId id = any(random);
      assertThat(BlobId.parse(id.toString())).isEqualTo(id);
      ByteBuffer bytes = ByteBuffer.allocate(BlobId.SIZE);
      id.write(bytes);
      assertThat(bytes.hasRemaining()).isFalse();
      assertThat(BlobId.read(bytes.flip())).isEqualTo(id);
    }
  }

  @Test
  void idsSortByTheTimeTheyWereMade() {
    Random random = new Random(2);
    List<BlobId> made = new ArrayList<>();
    for (int millis = 0; millis < 200; millis++) {
      BlobId.Owner owner = new BlobId.Owner(1 + random.nextInt(9), 1, 1, false);
      made.add(BlobId.create(owner, BlobKind.SIMPLE, random.nextInt(9), millis, random));
    }
    List<BlobId> sorted = new ArrayList<>(made);
    Collections.shuffle(sorted, random);
    Collections.sort(sorted);
    assertThat(sorted).isEqualTo(made);
  }

  @Test
  void theOrderIsConsistentWithEquals() {
    BlobId id = new BlobId(BlobId.Flags.of(BlobKind.SIMPLE), 1, 1, 1, 1, EXAMPLE);
    BlobId other = new BlobId(BlobId.Flags.of(BlobKind.SIMPLE), 1, 1, 2, 1, EXAMPLE);
    assertThat(id.compareTo(other)).isNegative();
    assertThat(id).isEqualByComparingTo(BlobId.parse(id.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "AQUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY",
        "AQUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8A",
        "AQUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY9",
        "AQUAAgAAAAMAAAAEAAAABQF/IuJ5sHzDmMTcDAwHOY8",
        "AgUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8",
        "AQoAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8",
        "ARUAAgAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8",
        "AQUAAAAAAAMAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8",
        "AQUAAgAAAAAAAAAEAAAABQF_IuJ5sHzDmMTcDAwHOY8",
        "AQUAAgAAAAMAAAAEAAAABQF_IuJ5sIzDmMTcDAwHOY8",
        "AAYAAQBlAAEAAQAAAAAAAAAAAF9fX19fX19fX19fX19fAAA"
      })
  void whatIsNotTheTextOfAnIdIsRefused(String text) {
    assertCode(() -> BlobId.parse(text), ErrorCode.INVALID_BLOB_ID);
  }

  private static BlobId any(Random random) {
    List<BlobKind> kinds = List.of(BlobKind.values());
    BlobKind kind = kinds.get(random.nextInt(kinds.size()));
    BlobId.Owner owner =
        new BlobId.Owner(
            1 + random.nextInt(0xFFFF),
            1 + random.nextInt(Integer.MAX_VALUE),
            1 + random.nextInt(Integer.MAX_VALUE),
            random.nextBoolean());
    BlobId id =
        BlobId.create(
            owner, kind, random.nextInt(Integer.MAX_VALUE), random.nextLong(1L << 48), random);
    return kind.isPublic() && random.nextBoolean() ? id.withName() : id;
  }
}
