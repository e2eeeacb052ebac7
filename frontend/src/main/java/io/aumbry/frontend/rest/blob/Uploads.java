package io.aumbry.frontend.rest.blob;

import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.frontend.form.FormType;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.CheckedEnd;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import io.aumbry.router.Router.Policy;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import io.aumbry.transport.http.HttpDate;
import io.aumbry.transport.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code POST /}: stores a new blob. Requests are refused before the body is read if possible. */
public final class Uploads {
  /** Rights that a request had at its start are not checked again within this time. */
  private static final Duration UNCHECKED = Duration.ofSeconds(1);

  private final Router router;
  private final Owners owners;
  private final Time time;
  private final Limits limits;

  /**
   * Limits of uploads.
   *
   * @param maxBlobSize in bytes
   * @param chunks absent without keys
   */
  public record Limits(long maxBlobSize, TtlPolicy ttl, Optional<ChunkUploads> chunks) {}

  /**
   * The content of an upload.
   *
   * @param length in bytes; -1 if it is unknown
   */
  record Content(long length, Supplier<ByteSource> bytes) {
    static Content of(Call call) {
      return new Content(call.request().contentLength(), call.body());
    }
  }

  /** Stores the content of an upload. */
  @FunctionalInterface
  public interface Storage {
    StoredBlob store(Upload upload, ByteSource content, Call call);
  }

  private record Stored(StoredBlob blob, DurabilityLevel durability) {}

  public Uploads(Router router, Owners owners, Time time, Limits limits) {
    this.router = router;
    this.owners = owners;
    this.time = time;
    this.limits = limits;
  }

  /**
   * Stores a blob.
   *
   * @param named the owner; empty if the body is a form, which may name it
   */
  public Answer answer(Optional<Owner> named, Call call) {
    requireServed(call.request());
    return created(
        named.isPresent()
            ? put(named.get(), this::storeById, Content.of(call), call)
            : putForm(named, this::storeById, call),
        call);
  }

  /** Stores a blob for a name, which {@code storage} commits. */
  public Answer answer(Owner owner, Storage storage, Call call) {
    requireServed(call.request());
    requireNoChunk(call.arguments());
    return created(
        FormType.isForm(call.request().headers().first("content-type").orElse(""))
            ? putForm(Optional.of(owner), storage, call)
            : put(owner, storage, Content.of(call), call),
        call);
  }

  /** Stores a blob that consists of chunks. */
  public Answer stitch(Owner owner, Stitches stitches, Call call) {
    return stitch(owner, stitches, this::storeById, call);
  }

  /** Stores a blob that consists of chunks for a name, which {@code storage} commits. */
  public Answer stitch(Owner owner, Stitches stitches, Storage storage, Call call) {
    requireNoChunk(call.arguments());
    Content chunks = stitches.open(owner, call);
    try (ByteSource bytes = chunks.bytes().get()) {
      Content content = new Content(chunks.length(), () -> bytes);
      return created(put(owner, storage, content, call), call);
    }
  }

  private static void requireNoChunk(Arguments arguments) {
    if (arguments.flag(Names.CHUNK_UPLOAD)) {
      throw new Refusal(RestError.INVALID_ARGS, "A chunk is uploaded with POST / and has no name");
    }
  }

  private StoredBlob storeById(Upload upload, ByteSource content, Call call) {
    return router.put(upload, content, call.forTransfer());
  }

  private Answer created(Stored stored, Call call) {
    StoredBlob blob = stored.blob();
    call.headers()
        .add(Names.DURABILITY, UploadArguments.text(stored.durability()))
        .add("Location", location(blob, call.arguments()))
        .add(Names.CREATION_TIME, HttpDate.format(blob.properties().creationMillis()))
        .add(Names.BLOB_SIZE, Long.toString(blob.properties().size()));
    blob.properties()
        .checksum()
        .ifPresent(crc -> call.headers().add(Names.CHECKSUM, BlobFields.checksumText(crc)));
    return Answer.empty(201, call.headers());
  }

  private String location(StoredBlob blob, Arguments arguments) {
    return arguments.flag(Names.CHUNK_UPLOAD)
        ? chunks().location(blob, arguments)
        : "/" + blob.id();
  }

  private ChunkUploads chunks() {
    return limits
        .chunks()
        .orElseThrow(() ->
            new Refusal(
                RestError.INVALID_ARGS,
                "Uploads in chunks are not served: this frontend has no keys to sign their ids"));
  }

  private Stored put(Owner owner, Storage storage, Content content, Call call) {
    Arguments arguments = call.arguments();
    requireService(arguments);
    checkRules(owner, call);
    OptionalLong size = UploadArguments.declaredSize(content.length(), arguments);
    BlobProperties properties = UploadArguments.properties(owner, arguments, time.wallMillis());
    Upload upload = upload(owner, arguments, size, () -> properties);
    Deadline soon = Deadline.after(UNCHECKED, time);
    ByteSource checked = checked(content.bytes().get(), upload, owner, soon, call);
    return store(owner, upload, checked, storage, call);
  }

  private static void requireService(Arguments arguments) {
    if (arguments.label(Names.SERVICE_ID).isEmpty()) {
      throw new Refusal(RestError.MISSING_ARGS, "Missing argument " + Names.SERVICE_ID);
    }
  }

  /**
   * Stores a form. Arguments after the content are read with it.
   *
   * @param known the owner in the path; otherwise the form names it
   */
  private Stored putForm(Optional<Owner> known, Storage storage, Call call) {
    Arguments arguments = call.arguments();
    Deadline soon = Deadline.after(UNCHECKED, time);
    String boundary = FormType.boundary(call.request().headers().first("content-type").orElse(""));
    try (FormUpload form = FormUpload.begin(call.body().get(), boundary, arguments)) {
      requireService(arguments);
      Owner owner = known.isPresent() ? known.get() : ownerInForm(call);
      Owners.requireSame(owner, arguments);
      checkRules(owner, call);
      OptionalLong size = UploadArguments.declaredSize(-1, arguments);
      long now = time.wallMillis();
      UploadArguments.properties(owner, arguments, now);
      Supplier<BlobProperties> properties =
          () -> FormUpload.asRouterErrors(() -> UploadArguments.properties(owner, arguments, now));
      Upload upload = upload(owner, arguments, size, properties);
      return store(owner, upload, checked(form, upload, owner, soon, call), storage, call);
    }
  }

  private Owner ownerInForm(Call call) {
    Resource assumed = new Resource.OfContainer(owners.assuming().ofUpload(call.arguments()));
    call.trail().concerns(assumed);
    call.trail().admission().authorise(Action.WRITE_BLOB, assumed);
    Owner owner = owners.ofUpload(call.arguments());
    Owners.requireActive(owner);
    if (!owner.allowedOrigin().isEmpty()) {
      call.headers().add(Names.ALLOWED_ORIGIN, owner.allowedOrigin());
    }
    return owner;
  }

  /** Stored in the clear, the blob would break the promise of its container. */
  private void checkRules(Owner owner, Call call) {
    if (owner.container().rules().storage().encrypted()) {
      throw new Refusal(
          RestError.INVALID_CONTAINER,
          "Container '" + owner + "' requires encryption, which this version does not have");
    }
    if (call.arguments().flag(Names.CHUNK_UPLOAD)) {
      chunks().check(call.arguments());
      return;
    }
    limits
        .ttl()
        .check(owner, UploadArguments.ttlSeconds(call.arguments()))
        .ifPresent(warning -> call.headers().add(Names.NON_COMPLIANCE_WARNING, warning));
  }

  /** The content, which fails before its last bytes if its sender has lost its rights since. */
  private ByteSource checked(
      ByteSource content, Upload upload, Owner owner, Deadline soon, Call call) {
    Runnable check =
        () -> {
          if (soon.hasPassed(time)) {
            call.trail().admission().requireStillAllowed();
            owners.requireStillActive(owner);
          }
        };
    return new CheckedEnd(content, upload.declaredSize(), check);
  }

  private Stored store(Owner owner, Upload upload, ByteSource content, Storage storage, Call call) {
    try {
      StoredBlob blob = storage.store(upload, content, call);
      if (call.trail().resource() instanceof Resource.OfContainer) {
        call.trail().concerns(new Resource.OfBlob(owner, blob.id()));
      }
      return new Stored(blob, upload.policy().durability());
    } catch (AumbryException e) {
      throw Refusal.ofUpload(e, upload.policy().partitionClass());
    }
  }

  private Upload upload(
      Owner owner, Arguments arguments, OptionalLong size, Supplier<BlobProperties> properties) {
    long maxSize =
        Math.min(
            limits.maxBlobSize(),
            arguments.number(Names.MAX_UPLOAD_SIZE, 0).orElse(Long.MAX_VALUE));
    ContainerRules.Storage storage = owner.container().rules().storage();
    Policy policy = new Policy(storage.partitionClass(), storage.durability());
    return new Upload(
        owner.account().id(),
        owner.container().id(),
        properties,
        size,
        UploadArguments.checksum(arguments),
        maxSize,
        policy.orMore(UploadArguments.durability(arguments)));
  }

  /** Refuses unsupported kinds of uploads, which would not store the blob that the client wants. */
  private static void requireServed(HttpRequest request) {
    if (request.headers().first("content-range").isPresent()) {
      throw new Refusal(RestError.BAD_REQUEST, "A blob is uploaded whole, not by Content-Range");
    }
  }
}
