package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.account.Container;
import io.aumbry.frontend.form.FormType;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code POST /}: stores a new blob. Requests are refused before the body is read if possible. */
public final class Uploads {
  private final Router router;
  private final Accounts accounts;
  private final Time time;
  private final long maxBlobSize;

  private record Owner(Account account, Container container) {}

  private record Stored(StoredBlob blob, DurabilityLevel durability) {}

  public Uploads(Router router, Accounts accounts, Time time, long maxBlobSize) {
    this.router = router;
    this.accounts = accounts;
    this.time = time;
    this.maxBlobSize = maxBlobSize;
  }

  public Answer answer(Call call) {
    HttpRequest request = call.request();
    requireServed(request, call.arguments());
    String type = request.headers().first("content-type").orElse("");
    Stored stored = FormType.isForm(type) ? putForm(FormType.boundary(type), call) : put(call);
    StoredBlob blob = stored.blob();
    call.headers()
        .add(Names.DURABILITY, text(stored.durability()))
        .add("Location", "/" + blob.id())
        .add(Names.CREATION_TIME, HttpDate.format(blob.properties().creationMillis()))
        .add(Names.BLOB_SIZE, Long.toString(blob.properties().size()));
    blob.properties()
        .checksum()
        .ifPresent(crc -> call.headers().add(Names.CHECKSUM, BlobFields.checksumText(crc)));
    return Answer.empty(201, call.headers());
  }

  private Stored put(Call call) {
    Arguments arguments = call.arguments();
    Owner owner = owner(arguments);
    OptionalLong size = declaredSize(call.request().contentLength(), arguments);
    BlobProperties properties = properties(owner, arguments, time.wallMillis());
    Upload upload = upload(owner, arguments, size, () -> properties);
    return store(upload, call.body().get(), call);
  }

  /** Stores a form. Arguments after the content are read with it. */
  private Stored putForm(String boundary, Call call) {
    Arguments arguments = call.arguments();
    try (FormUpload form = FormUpload.begin(call.body().get(), boundary, arguments)) {
      Owner owner = owner(arguments);
      OptionalLong size = declaredSize(-1, arguments);
      long now = time.wallMillis();
      properties(owner, arguments, now);
      Supplier<BlobProperties> properties =
          () -> FormUpload.asRouterErrors(() -> properties(owner, arguments, now));
      return store(upload(owner, arguments, size, properties), form, call);
    }
  }

  private Stored store(Upload upload, ByteSource content, Call call) {
    try {
      StoredBlob blob = router.put(upload, content, call.forTransfer());
      return new Stored(blob, upload.policy().durability());
    } catch (AumbryException e) {
      throw Refusal.ofUpload(e, upload.policy().partitionClass());
    }
  }

  private Upload upload(
      Owner owner, Arguments arguments, OptionalLong size, Supplier<BlobProperties> properties) {
    long maxSize =
        Math.min(maxBlobSize, arguments.number(Names.MAX_UPLOAD_SIZE, 0).orElse(Long.MAX_VALUE));
    return new Upload(
        owner.account().id(),
        owner.container().id(),
        properties,
        size,
        checksum(arguments),
        maxSize,
        owner.container().policy().orMore(durability(arguments)));
  }

  /** Refuses unsupported kinds of uploads, which would not store the blob that the client wants. */
  private static void requireServed(HttpRequest request, Arguments arguments) {
    if (request.headers().first("content-range").isPresent()) {
      throw new Refusal(RestError.BAD_REQUEST, "A blob is uploaded whole, not by Content-Range");
    }
    if (arguments.flag(Names.CHUNK_UPLOAD)) {
      throw new Refusal(RestError.INVALID_ARGS, "Uploads in chunks are not served");
    }
  }

  /** The requested durability. A level below that of the container has no effect. */
  private static DurabilityLevel durability(Arguments arguments) {
    String asked = arguments.text(Names.DURABILITY).orElse(text(DurabilityLevel.LOCAL));
    for (DurabilityLevel level : DurabilityLevel.values()) {
      if (asked.equals(text(level))) {
        return level;
      }
    }
    throw Arguments.invalid(Names.DURABILITY, asked, "must be local, remote or majority");
  }

  private static String text(DurabilityLevel level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private Owner owner(Arguments arguments) {
    String service = arguments.label(Names.SERVICE_ID);
    if (service.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Missing argument " + Names.SERVICE_ID);
    }
    boolean isPrivate = arguments.flag(Names.PRIVATE);
    boolean named = arguments.has(Names.TARGET_ACCOUNT) || arguments.has(Names.TARGET_CONTAINER);
    if (named) {
      Account account = Owners.account(accounts, arguments.required(Names.TARGET_ACCOUNT));
      String container = arguments.required(Names.TARGET_CONTAINER);
      return new Owner(account, Owners.container(account, container));
    }
    Account account = accounts.byName(service).orElseGet(accounts::forServices);
    Container container =
        account
            .defaultContainer(isPrivate)
            .orElseThrow(() ->
                new Refusal(
                    RestError.INVALID_CONTAINER,
                    "Account '" + account.name() + "' has no container for uploads by service"));
    return new Owner(account, container);
  }

  /**
   * The declared size.
   *
   * @param length of the body if that is the blob, otherwise -1
   */
  private static OptionalLong declaredSize(long length, Arguments arguments) {
    OptionalLong declared = arguments.number(Names.BLOB_SIZE, 0);
    if (declared.isPresent() && length >= 0 && declared.getAsLong() != length) {
      throw new AumbryException(
          ErrorCode.SIZE_MISMATCH,
          Names.BLOB_SIZE
              + " is "
              + declared.getAsLong()
              + ", but the body has "
              + length
              + " bytes");
    }
    return declared.isPresent() || length < 0 ? declared : OptionalLong.of(length);
  }

  private static OptionalInt checksum(Arguments arguments) {
    String text = arguments.text(Names.CHECKSUM).orElse("");
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (bytes.length == Integer.BYTES) {
        return OptionalInt.of(ByteBuffer.wrap(bytes).getInt());
      }
    } catch (IllegalArgumentException e) {
      throw Arguments.invalid(Names.CHECKSUM, text, "must be base64");
    }
    throw Arguments.invalid(Names.CHECKSUM, text, "must be base64 of four bytes");
  }

  private static BlobProperties properties(Owner owner, Arguments arguments, long now) {
    BlobProperties properties =
        new BlobProperties(
            0,
            now,
            arguments.number(Names.TTL, Expiry.INFINITE_TTL).orElse(Expiry.INFINITE_TTL),
            OptionalInt.empty(),
            owner.container().isPrivate(),
            labels(arguments),
            UserMetadata.read(arguments));
    BlobPropertiesCodec.requireFits(properties);
    return properties;
  }

  private static BlobProperties.Labels labels(Arguments arguments) {
    String contentType = arguments.label(Names.CONTENT_TYPE);
    if (contentType.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Missing argument " + Names.CONTENT_TYPE);
    }
    return new BlobProperties.Labels(
        contentType,
        arguments.label(Names.SERVICE_ID),
        arguments.label(Names.OWNER_ID),
        arguments.label(Names.FILENAME),
        arguments.label(Names.EXTERNAL_ASSET_TAG),
        arguments.label(Names.CONTENT_ENCODING));
  }
}
