package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.form.FormPart;
import io.aumbry.frontend.form.FormReader;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * An upload as a form. The part {@code Blob} is the content, which streams. All other parts are
 * arguments. Arguments that decide where and how content is stored come before it. Descriptions may
 * follow.
 */
final class FormUpload implements ByteSource {
  private static final String BLOB = "Blob";
  private static final String USER_METADATA = "UserMetadata";

  /** Size limit of all parts except the blob. */
  private static final int MAX_ARGUMENT_BYTES = 64 * 1024;

  private static final Set<String> DESCRIPTIONS = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    DESCRIPTIONS.addAll(Set.of(Names.OWNER_ID, Names.FILENAME, Names.EXTERNAL_ASSET_TAG));
    DESCRIPTIONS.add(Names.CONTENT_ENCODING);
  }

  private final ByteSource body;
  private final FormReader form;
  private final Arguments arguments;
  private int argumentBytes;
  private boolean inBlob;
  private boolean ended;

  private FormUpload(ByteSource body, String boundary, Arguments arguments) {
    this.body = body;
    this.form = new FormReader(body, boundary);
    this.arguments = arguments;
  }

  /**
   * Reads a form up to the content of its blob, and its arguments into {@code arguments}.
   *
   * @return the content; reading it to its end adds the later arguments
   */
  static FormUpload begin(ByteSource body, String boundary, Arguments arguments) {
    FormUpload upload = new FormUpload(body, boundary, arguments);
    try {
      upload.readArguments();
      return upload;
    } catch (RuntimeException | Error failure) {
      upload.close();
      throw failure;
    }
  }

  /**
   * Reads arguments up to the blob. A form without a blob must declare size 0. Otherwise a misspelt
   * part name would lose the content.
   */
  private void readArguments() {
    for (var part = form.next(); part.isPresent(); part = form.next()) {
      requireFile(part.get());
      if (part.get().name().equals(BLOB)) {
        inBlob = true;
        return;
      }
      add(part.get().name());
    }
    if (arguments.number(Names.BLOB_SIZE, 0).orElse(-1) != 0) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The form has no part " + BLOB + "; an empty blob needs " + Names.BLOB_SIZE + ": 0");
    }
    ended = true;
  }

  private static void requireFile(FormPart part) {
    if (!part.isFile()) {
      throw new Refusal(
          RestError.BAD_REQUEST, "Part '" + part.name() + "' of the form has no filename");
    }
  }

  @Override
  public Optional<Buffer> next() {
    if (ended) {
      return Optional.empty();
    }
    Optional<Buffer> bytes = inBlob ? form.content() : Optional.empty();
    if (bytes.isEmpty()) {
      inBlob = false;
      ended = asRouterErrors(this::readDescriptions);
    }
    return bytes;
  }

  private boolean readDescriptions() {
    for (var part = form.next(); part.isPresent(); part = form.next()) {
      String name = part.get().name();
      requireFile(part.get());
      requireDescription(name);
      add(name);
    }
    return true;
  }

  private void add(String name) {
    byte[] content = content(name);
    if (name.equals(USER_METADATA)) {
      arguments.addMetadataPart(name, UserMetadata.read(name, content));
    } else if (Arguments.hasPrefix(name, Names.PREFIX)) {
      arguments.addPart(name, text(name, content));
    }
  }

  static <T> T asRouterErrors(Supplier<T> said) {
    try {
      return said.get();
    } catch (Refusal refused) {
      throw new AumbryException(ErrorCode.BAD_REQUEST, refused.reason());
    }
  }

  private static void requireDescription(String name) {
    if (name.equals(BLOB)) {
      throw new Refusal(RestError.BAD_REQUEST, "The form has more than one part " + BLOB);
    }
    boolean describes =
        name.equals(USER_METADATA)
            || Arguments.hasPrefix(name, Names.METADATA)
            || Arguments.hasPrefix(name, Names.ENCODED_METADATA)
            || DESCRIPTIONS.contains(name);
    if (!describes && Arguments.hasPrefix(name, Names.PREFIX)) {
      throw new Refusal(RestError.BAD_REQUEST, "Part '" + name + "' must come before " + BLOB);
    }
  }

  private byte[] content(String name) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (var bytes = form.content(); bytes.isPresent(); bytes = form.content()) {
      try (Buffer some = bytes.get()) {
        argumentBytes += some.size();
        requireSmallArguments(name);
        byte[] array = new byte[some.size()];
        some.view().get(array);
        content.writeBytes(array);
      }
    }
    return content.toByteArray();
  }

  private void requireSmallArguments(String name) {
    if (argumentBytes > MAX_ARGUMENT_BYTES) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "With part '"
              + name
              + "' the parts of the form except "
              + BLOB
              + " have more than "
              + MAX_ARGUMENT_BYTES
              + " bytes");
    }
  }

  private static String text(String name, byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new Refusal(RestError.INVALID_ARGS, "Part '" + name + "' of the form is not UTF-8");
    }
  }

  @Override
  public void close() {
    form.close();
    body.close();
  }
}
