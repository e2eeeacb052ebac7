package io.aumbry.frontend.form;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FormReaderTest {
  private static final String BOUNDARY = "ab'(c";
  private static final int ROUNDS = 2_000;

  /** A part as the client sends it. */
  private record Sent(String name, boolean isFile, HeapBuffer content) {
    Sent(String name, boolean isFile, byte[] content) {
      this(name, isFile, HeapBuffer.copyOf(content));
    }

    byte[] bytes() {
      byte[] bytes = new byte[content.size()];
      content.view().get(bytes);
      return bytes;
    }

    String text() {
      return name + (isFile ? "*" : "") + "=" + Arrays.toString(bytes());
    }
  }

  @Test
  void anyPartsCutAnywhereReadBack() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      List<Sent> parts = randomParts(random);
      byte[] form = form(parts, random);
      int most = 1 + random.nextInt(random.nextBoolean() ? 4 : 200);
      List<String> read = read(form, () -> 1 + random.nextInt(most));
      assertThat(read)
          .as("seed %s, round %s", seed, round)
          .isEqualTo(parts.stream().map(Sent::text).toList());
    }
  }

  @Test
  void aTruncatedFormIsNeverComplete() {
    byte[] form =
        form(
            List.of(new Sent("a", true, bytes("1\r\n2")), new Sent("b", true, bytes(""))),
            new Random(1));
    int end =
        new String(form, StandardCharsets.ISO_8859_1).lastIndexOf(BOUNDARY + "--")
            + BOUNDARY.length()
            + 2;
    for (int length = 0; length < end; length++) {
      byte[] cut = Arrays.copyOf(form, length);
      assertMalformed(() -> read(cut, () -> 3), "ends without the closing boundary");
    }
  }

  @Test
  void damagedFormsAreReadOrRefusedButNothingElse() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] form = form(randomParts(random), random);
      for (int hit = 0; hit < 3; hit++) {
        form[random.nextInt(form.length)] = (byte) "\r\n-:;=\"\0x".charAt(random.nextInt(9));
      }
      try {
        read(form, () -> 1 + random.nextInt(20));
      } catch (AumbryException e) {
        assertThat(e.code())
            .as("seed %s, round %s", seed, round)
            .isEqualTo(ErrorCode.MALFORMED_REQUEST);
      }
    }
  }

  @Test
  void contentIsPassedOnWithoutCopies() {
    byte[] lines = bytes("line\r\n--a\r\n".repeat(1000));
    byte[] form = form(List.of(new Sent("a", true, lines)), new Random(1));
    int slices = 0;
    FormReader reader = new FormReader(source(form, () -> 2000), BOUNDARY);
    reader.next();
    for (var bytes = reader.content(); bytes.isPresent(); bytes = reader.content()) {
      slices++;
    }
    assertThat(slices).isLessThan(2 * form.length / 2000 + 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--ab'(c\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nContent-Disposition: form-data\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nContent-Disposition: form-data; name=\"a\"b\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nno header field\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--ab'(c--",
        "--ab'(cd\r\n\r\nx\r\n--ab'(c--",
        "--ab'(c-\r\n\r\nx\r\n--ab'(c--",
        "no boundary",
        ""
      })
  void anInvalidFormIsRefused(String form) {
    assertMalformed(() -> read(bytes(form), () -> 7), "The form is malformed: ");
  }

  @Test
  void overheadIsBounded() {
    String large = "x".repeat(FormReader.MAX_OVERHEAD_BYTES + 1);
    String head = "--ab'(c\r\nContent-Disposition: form-data; name=a\r\n";
    assertMalformed(() -> read(bytes(large), () -> 100), "8192");
    assertMalformed(() -> read(bytes(head + large + ": 1\r\n\r\n"), () -> 100), "8192");
    assertMalformed(() -> read(bytes(head + "a: b\r\n".repeat(3000)), () -> 100), "8192");
    assertMalformed(() -> read(bytes(head + "\r\n\r\n--ab'(c--" + large), () -> 100), "8192");
    assertMalformed(() -> read(bytes("--ab'(c" + " ".repeat(9000) + "\r\n"), () -> 100), "8192");
    assertMalformed(
        () -> read(bytes((head + "\r\n\r\n").repeat(257)), () -> 100), "more than 256 parts");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"a \"",
        "multipart/form-data; boundary=\"a\r\"",
        "multipart/form-data; boundary=a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q_r_s_t_u_v_w_x_y_z_0_1_2_3_4_5_6_7_8_9"
      })
  void aTypeWithoutAProperBoundaryIsRefused(String type) {
    assertMalformed(() -> FormType.boundary(type), "boundary");
  }

  @Test
  void aTypeNamesItsBoundary() {
    assertThat(FormType.boundary("Multipart/Form-Data; charset=x; Boundary=\"a b\""))
        .isEqualTo("a b");
    assertThat(FormType.boundary("multipart/form-data;boundary=----x")).isEqualTo("----x");
    assertThat(FormType.isForm("Multipart/Form-Data ; a=b")).isTrue();
    assertThat(FormType.isForm("multipart/form-dataset")).isFalse();
    assertThat(FormType.isForm("multipart/mixed")).isFalse();
  }

  private static void assertMalformed(Runnable action, String why) {
    assertCode(action::run, ErrorCode.MALFORMED_REQUEST).hasMessageContaining(why);
  }

  private static List<Sent> randomParts(Random random) {
    List<Sent> parts = new ArrayList<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String name = "n " + random.nextInt(100) + (random.nextBoolean() ? "\"" : "ü");
      parts.add(new Sent(name, random.nextBoolean(), randomContent(random)));
    }
    return parts;
  }

  /** Content with many near-matches of a delimiter. */
  private static byte[] randomContent(Random random) {
    List<String> pieces =
        List.of("\r", "\n", "\r\n", "--", "-", "\r\n--", "\r\n--ab'(", "ab'(c", "x");
    StringBuilder content = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      content.append(pieces.get(random.nextInt(pieces.size())));
    }
    return bytes(content.toString().replace("\r\n--ab'(c", "\r\n--ab'(d"));
  }

  private static byte[] form(List<Sent> parts, Random random) {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.writeBytes(bytes(random.nextBoolean() ? "" : "preamble\r\n"));
    for (Sent part : parts) {
      form.writeBytes(bytes("--" + BOUNDARY + (random.nextBoolean() ? "" : " \t") + "\r\n"));
      String name = part.name.replace("\"", "\\\"");
      form.writeBytes(bytes("content-disposition: form-data; name=\"" + name + '"'));
      form.writeBytes(bytes(part.isFile ? "; filename=\"a;b\"\r\n" : "\r\n"));
      form.writeBytes(bytes(random.nextBoolean() ? "" : "Content-Type: text/plain\r\n"));
      form.writeBytes(bytes("\r\n"));
      form.writeBytes(part.bytes());
      form.writeBytes(bytes("\r\n"));
    }
    form.writeBytes(bytes("--" + BOUNDARY + "--" + (random.nextBoolean() ? "" : "\r\nend\r\n")));
    return form.toByteArray();
  }

  private static List<String> read(byte[] form, IntSupplier sizes) {
    List<String> read = new ArrayList<>();
    try (FormReader reader = new FormReader(source(form, sizes), BOUNDARY)) {
      for (var part = reader.next(); part.isPresent(); part = reader.next()) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (var bytes = reader.content(); bytes.isPresent(); bytes = reader.content()) {
          byte[] some = new byte[bytes.get().size()];
          bytes.get().view().get(some);
          content.writeBytes(some);
        }
        read.add(new Sent(part.get().name(), part.get().isFile(), content.toByteArray()).text());
      }
    }
    return read;
  }

  private static ByteSource source(byte[] bytes, IntSupplier sizes) {
    return new ByteSource() {
      private int at;

      @Override
      public Optional<Buffer> next() {
        int size = Math.min(sizes.getAsInt(), bytes.length - at);
        at += size;
        return size == 0
            ? Optional.empty()
            : Optional.of(HeapBuffer.copyOf(Arrays.copyOfRange(bytes, at - size, at)));
      }

      @Override
      public void close() {
        at = bytes.length;
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
