package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Accounts;
import io.aumbry.frontend.account.Container;
import io.aumbry.frontend.http.HttpDate;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import io.aumbry.transport.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** {@code POST /}: stores a new blob. All that can be refused is, before the body is read. */
public final class Uploads {
  private static final String MULTIPART = "multipart/form-data";

  private final Router router;
  private final Accounts accounts;
  private final Time time;
  private final long maxBlobSize;

  private record Owner(Account account, Container container) {}

  /**
   * The operation.
   *
   * @param maxBlobSize in bytes
   */
  public Uploads(Router router, Accounts accounts, Time time, long maxBlobSize) {
    this.router = router;
    this.accounts = accounts;
    this.time = time;
    this.maxBlobSize = maxBlobSize;
  }

  public Answer put(Call call) {
    Upload upload = upload(call.request(), call.arguments());
    StoredBlob stored = router.put(upload, call.body().get(), call.forTransfer());
    call.headers()
        .add("Location", "/" + stored.id())
        .add(Names.CREATION_TIME, HttpDate.format(stored.properties().creationMillis()))
        .add(Names.BLOB_SIZE, Long.toString(stored.properties().size()));
    stored
        .properties()
        .checksum()
        .ifPresent(crc -> call.headers().add(Names.CHECKSUM, BlobFields.checksumText(crc)));
    return Answer.empty(201, call.headers());
  }

  private Upload upload(HttpRequest request, Arguments arguments) {
    requireServed(request, arguments);
    Owner owner = owner(arguments);
    OptionalLong size = declaredSize(request, arguments);
    long maxSize =
        Math.min(maxBlobSize, arguments.number(Names.MAX_UPLOAD_SIZE, 0).orElse(Long.MAX_VALUE));
    if (size.isPresent() && size.getAsLong() > maxSize) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "The blob has " + size.getAsLong() + " bytes, the limit is " + maxSize);
    }
    return new Upload(
        owner.account().id(),
        owner.container().id(),
        properties(owner, arguments),
        size,
        checksum(arguments),
        maxSize);
  }

  /** Refuses what asks for more than is done here: the blob would not be what the client wants. */
  private static void requireServed(HttpRequest request, Arguments arguments) {
    String contentType = request.headers().first("content-type").orElse("");
    if (contentType.regionMatches(true, 0, MULTIPART, 0, MULTIPART.length())) {
      throw new Refusal(
          RestError.UNSUPPORTED_MEDIA_TYPE, "A form is not served: send the blob as the body");
    }
    if (request.headers().first("content-range").isPresent()) {
      throw new Refusal(RestError.BAD_REQUEST, "A blob is uploaded whole, not by Content-Range");
    }
    if (arguments.flag(Names.CHUNK_UPLOAD)) {
      throw new Refusal(RestError.INVALID_ARGS, "Uploads in chunks are not served");
    }
    String durability = arguments.text(Names.DURABILITY).orElse("local");
    if (!durability.equals("local")) {
      throw Arguments.invalid(Names.DURABILITY, durability, "only local can be had");
    }
  }

  private Owner owner(Arguments arguments) {
    String service = arguments.label(Names.SERVICE_ID);
    if (service.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Needs " + Names.SERVICE_ID);
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

  private static OptionalLong declaredSize(HttpRequest request, Arguments arguments) {
    OptionalLong said = arguments.number(Names.BLOB_SIZE, 0);
    long length = request.contentLength();
    if (said.isPresent() && length >= 0 && said.getAsLong() != length) {
      throw new AumbryException(
          ErrorCode.SIZE_MISMATCH,
          Names.BLOB_SIZE + " is " + said.getAsLong() + ", but the body has " + length + " bytes");
    }
    return said.isPresent() || length < 0 ? said : OptionalLong.of(length);
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

  private BlobProperties properties(Owner owner, Arguments arguments) {
    return new BlobProperties(
        0,
        time.wallMillis(),
        arguments.number(Names.TTL, Expiry.INFINITE_TTL).orElse(Expiry.INFINITE_TTL),
        OptionalInt.empty(),
        owner.container().isPrivate(),
        labels(arguments),
        UserMetadata.read(arguments));
  }

  private static BlobProperties.Labels labels(Arguments arguments) {
    String contentType = arguments.label(Names.CONTENT_TYPE);
    if (contentType.isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Needs " + Names.CONTENT_TYPE);
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
