package io.aumbry.catalog.sql.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.UpkeepCommand;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Abort;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.Complete.Bytes;
import io.aumbry.catalog.command.UploadCommand.Complete.Chosen;
import io.aumbry.catalog.command.UploadCommand.Complete.Condition;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.name.NamesFixture;
import io.aumbry.catalog.sql.name.VersionColumns;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadId;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Uploads in a database, with short calls for tests. */
final class UploadsFixture implements AutoCloseable {
  static final MultipartUpload.Attributes ATTRIBUTES =
      new MultipartUpload.Attributes(
          new MultipartUpload.Summary("ann", "STANDARD", "CRC32C"), "{\"type\":\"ü\"}");

  final NamesFixture names;
  final SqlUploads uploads;
  private final Random random = new Random(3);

  UploadsFixture(String url) {
    this.names = new NamesFixture(url);
    this.uploads = new SqlUploads(names.database);
  }

  <R> R apply(UploadCommand<R> command) {
    return uploads.apply(command, names.carrier.patient());
  }

  synchronized UploadRef ref(String key, long millis) {
    return new UploadRef(NamesFixture.name(key), UploadId.create(millis, random));
  }

  UploadRef create(String key) {
    UploadRef ref = ref(key, names.now());
    apply(new UploadCommand.Create(ref, ATTRIBUTES, names.now()));
    return ref;
  }

  Part part(int number) {
    BlobId blob = names.blob();
    Part.Digest digest = new Part.Digest("etag of " + blob, "sum");
    return new Part(number, blob, 10L * number, digest, names.now());
  }

  PutPart.Result put(UploadRef ref, Part part) {
    return apply(new PutPart(ref, part, NamesFixture.WRITER));
  }

  /** Adds parts with these numbers. */
  List<Part> put(UploadRef ref, int... numbers) {
    List<Part> parts = new ArrayList<>();
    for (int number : numbers) {
      Part part = part(number);
      assertThat(put(ref, part)).isEqualTo(new PutPart.Stored(part));
      parts.add(part);
    }
    return parts;
  }

  static List<Chosen> chosen(List<Part> parts) {
    return parts.stream().map(part -> new Chosen(part.number(), part.blob())).toList();
  }

  static List<BlobId> blobs(List<Part> parts) {
    return parts.stream().map(Part::blob).toList();
  }

  Complete completion(UploadRef ref, List<Part> parts, Bytes bytes) {
    return completion(ref, parts, bytes, new Complete.Any());
  }

  Complete completion(UploadRef ref, List<Part> parts, Bytes bytes, Condition condition) {
    NameVersion.Content content = new NameVersion.Content(names.blob(), 1000, NamesFixture.NEVER);
    return new Complete(
        ref,
        chosen(parts),
        new Complete.ObjectBlob(content, "etag-" + parts.size(), bytes),
        condition,
        NamesFixture.WRITER,
        names.now(),
        random.nextLong());
  }

  /** Completes an upload, which must succeed. */
  MultipartUpload.Done complete(UploadRef ref, List<Part> parts, Bytes bytes) {
    return completed(apply(completion(ref, parts, bytes)));
  }

  static MultipartUpload.Done completed(Complete.Result result) {
    assertThat(result).isInstanceOf(Complete.Completed.class);
    return ((Complete.Completed) result).object();
  }

  Abort.Outcome abort(UploadRef ref) {
    return apply(new Abort(ref, names.now()));
  }

  /** Reaps until nothing is due. Returns the number of changed uploads. */
  int reap(long millis) {
    int sum = 0;
    for (int changed = -1; changed != 0; sum += changed) {
      changed = apply(new UploadCommand.Reap(millis));
    }
    return sum;
  }

  Optional<MultipartUpload> find(UploadRef ref) {
    return uploads.find(ref, names.carrier.patient());
  }

  List<Part> parts(UploadRef ref) {
    return uploads.parts(ref, 0, Part.MAX_NUMBER, names.carrier.patient()).parts();
  }

  Optional<BlobId> live(String key) {
    return names.find(key) instanceof NameLookup.Live(NameVersion version)
        ? Optional.of(version.content().blob())
        : Optional.empty();
  }

  /** All blobs in the trash, due or not. */
  List<BlobId> trash() {
    return names.database.read(
        connection -> {
          List<BlobId> blobs = new ArrayList<>();
          try (PreparedStatement select = connection.prepareStatement("SELECT blob_id FROM trash");
              ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
              blobs.add(VersionColumns.blob(rows.getBytes(1)));
            }
          }
          return blobs;
        },
        names.carrier.patient());
  }

  /** Takes all blobs from the trash, as after their deletion. */
  void dropTrash() {
    List<BlobId> blobs = trash();
    for (int from = 0; from < blobs.size(); from += UpkeepCommand.MAX_ROWS) {
      int to = Math.min(from + UpkeepCommand.MAX_ROWS, blobs.size());
      names.apply(new UpkeepCommand.DropTrash(blobs.subList(from, to)));
    }
  }

  @Override
  public void close() {
    names.close();
  }
}
