package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.WriterRecord;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadId;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A frontend deletes the blobs of parts that no upload and no object needs, and no others. */
final class UploadPartsTest extends NamedFrontend {
  /** An upload is overdue when it is for all clocks. */
  private static final Duration SKEW = Duration.ofHours(1);

  private final Random random = new Random(8);
  private long parts;

  private BlobId blob() {
    HttpResponse<String> reply =
        node.http.send(
            node.http
                .to("/")
                .header("x-ambry-service-id", "tests")
                .header("x-ambry-content-type", "text/plain")
                .header("x-ambry-target-account-name", NamedCluster.ACCOUNT)
                .header("x-ambry-target-container-name", NamedCluster.BOX)
                .POST(BodyPublishers.ofString("bytes of part " + parts++)));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return BlobId.parse(HttpRest.header(reply, "location").substring(1));
  }

  private int status(BlobId blob) {
    return node.http.get("/" + blob).statusCode();
  }

  private void awaitDeleted(BlobId blob) {
    Patience.await().until(() -> status(blob) == 410);
  }

  private <R> R apply(UploadCommand<R> command) {
    return cluster.multipart.apply(command, cluster.context());
  }

  private long now() {
    return cluster.time.wallMillis();
  }

  private String writer() {
    return cluster.names.writers(cluster.context()).stream()
        .filter(lease -> lease.state() == WriterRecord.State.OPEN)
        .map(WriterRecord::writer)
        .findFirst()
        .orElseThrow();
  }

  private UploadRef create(String key, BlobId blob) {
    BlobName name =
        new BlobName(new ContainerRef(blob.account(), blob.container()), KeyBytes.of(key));
    UploadRef ref = new UploadRef(name, UploadId.create(now(), random));
    MultipartUpload.Attributes attributes =
        new MultipartUpload.Attributes(MultipartUpload.Summary.NONE, "{}");
    apply(new UploadCommand.Create(ref, attributes, now()));
    return ref;
  }

  private void put(UploadRef ref, int number, BlobId blob) {
    Part part = new Part(number, blob, 1, new Part.Digest("e", ""), now());
    assertThat(apply(new PutPart(ref, part, writer()))).isEqualTo(new PutPart.Stored(part));
  }

  /** A blob that was stored in order to get a name, and has none. */
  private BlobId unnamedBlob() {
    BlobId blob = BlobId.parse(box.stored("lost", "bytes").substring(1));
    cluster.database.write(
        connection -> {
          try (var delete = connection.prepareStatement("DELETE FROM object")) {
            return delete.executeUpdate();
          }
        },
        cluster.context());
    return blob;
  }

  @Test
  void aPartIsNotDeletedByItsId() {
    BlobId part = unnamedBlob();
    put(create("object", part), 1, part);
    HttpResponse<String> reply = node.http.send(node.http.to("/" + part).DELETE());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(409);
    assertThat(reply.body()).contains("is a part of a multi-part upload");
    assertThat(status(part)).isEqualTo(200);
  }

  @Test
  void thePartsOfAnOverdueUploadAreDeleted() {
    BlobId replaced = blob();
    BlobId kept = blob();
    UploadRef ref = create("overdue", kept);
    put(ref, 1, replaced);
    put(ref, 1, kept);
    cluster.advance(Duration.ofMinutes(6));
    awaitDeleted(replaced);
    assertThat(status(kept)).isEqualTo(200);
    cluster.advance(MultipartUpload.MAX_OPEN.plus(SKEW));
    awaitDeleted(kept);
  }

  @Test
  void thePartsOfAnObjectAreDeletedAfterIt() {
    BlobId chosen = blob();
    BlobId unchosen = blob();
    BlobId object = blob();
    UploadRef ref = create("object", chosen);
    put(ref, 1, chosen);
    put(ref, 2, unchosen);
    apply(
        new Complete(
            ref,
            List.of(new Complete.Chosen(1, chosen)),
            new Complete.ObjectBlob(
                new NameVersion.Content(object, 1, NameVersion.NEVER),
                "e-1",
                Complete.Bytes.REFERENCED),
            new Complete.Any(),
            writer(),
            now(),
            5));
    cluster.advance(MultipartUpload.MAX_OPEN);
    awaitDeleted(unchosen);
    assertThat(status(chosen)).isEqualTo(200);
    cluster.names.apply(new NameChange.Delete(ref.name(), now()), cluster.context());
    awaitDeleted(object);
    assertThat(status(chosen)).as("for reads that have begun").isEqualTo(200);
    Patience.await()
        .until(() -> {
          cluster.advance(MultipartUpload.PART_DELAY);
          return status(chosen) == 410;
        });
  }
}
