package io.aumbry.protocol.message;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsagePageTest {
  private static final ContainerUsage USAGE = new ContainerUsage(2, 3, 4, 5);

  private static UsagePage read(byte[] bytes, UsagePage.From after) {
    return UsagePage.read(ByteBuffer.wrap(bytes), after);
  }

  @Test
  void theBinaryFormIsFixedForEver() {
    byte[] bytes = new UsagePage(List.of(USAGE), true).write().toByteArray();
    assertThat(HexFormat.of().formatHex(bytes))
        .startsWith("0101" + "0000000200000003" + "00000000000000040000000000000005")
        .hasSize(2 * UsagePage.size(1));
  }

  @Test
  void pagesReadBack() {
    List<ContainerUsage> containers = new ArrayList<>();
    for (int i = 0; i < UsagePage.MAX_CONTAINERS; i++) {
      containers.add(new ContainerUsage(1 + i / 10, 1 + i % 10, i, Long.MAX_VALUE - i));
    }
    UsagePage page = new UsagePage(containers, false);
    byte[] bytes = page.write().toByteArray();
    assertThat(bytes).hasSize(UsagePage.size(UsagePage.MAX_CONTAINERS)).hasSizeLessThan(100_000);
    assertThat(read(bytes, UsagePage.From.START)).isEqualTo(page);
    assertThat(page.next()).isEqualTo(new UsagePage.From(410, 6));
    UsagePage empty = new UsagePage(List.of(), true);
    assertThat(read(empty.write().toByteArray(), page.next())).isEqualTo(empty);
  }

  @Test
  void everyDamageIsNoticed() {
    byte[] bytes = new UsagePage(List.of(USAGE), true).write().toByteArray();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      byte[] cut = Arrays.copyOf(bytes, at);
      assertCode(() -> read(damaged, UsagePage.From.START), ErrorCode.CORRUPT_TRANSFER);
      assertCode(() -> read(cut, UsagePage.From.START), ErrorCode.CORRUPT_TRANSFER);
    }
  }

  @Test
  void aPageContinuesAfterThePreviousOneInOrder() {
    byte[] bytes = new UsagePage(List.of(USAGE), true).write().toByteArray();
    assertThat(read(bytes, new UsagePage.From(2, 2)).containers()).containsExactly(USAGE);
    assertThat(read(bytes, new UsagePage.From(1, 9)).containers()).containsExactly(USAGE);
    assertCode(() -> read(bytes, new UsagePage.From(2, 3)), ErrorCode.CORRUPT_TRANSFER);
    assertCode(() -> read(bytes, new UsagePage.From(3, 1)), ErrorCode.CORRUPT_TRANSFER);
    byte[] twice = new UsagePage(List.of(USAGE, USAGE), true).write().toByteArray();
    assertCode(() -> read(twice, UsagePage.From.START), ErrorCode.CORRUPT_TRANSFER);
  }

  @Test
  void impossiblePagesAreRefused() {
    assertThatThrownBy(() -> new UsagePage(List.of(), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ContainerUsage(1, 1, -1, 0)).hasMessageContaining("-1 blobs");
    assertThatThrownBy(
            () -> new ContainerUsage(1, 1, 0, Long.MAX_VALUE).plus(new ContainerUsage(1, 1, 0, 1)))
        .isInstanceOf(ArithmeticException.class);
  }
}
