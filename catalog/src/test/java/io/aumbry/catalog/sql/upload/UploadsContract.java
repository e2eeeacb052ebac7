package io.aumbry.catalog.sql.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Abort;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.Complete.Bytes;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.catalog.sql.name.NamesFixture;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.PartListing;
import io.aumbry.catalog.upload.UploadId;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The promises of multi-part uploads, on each engine. */
abstract class UploadsContract extends UploadsTestBase {
  @Test
  void anUploadIsFoundWithItsAttributes() {
    UploadRef ref = on.ref("a/ü\0", 1_700_000_000_000L);
    var create = new UploadCommand.Create(ref, UploadsFixture.ATTRIBUTES, on.names.now());
    MultipartUpload upload = on.apply(create);
    assertThat(upload)
        .isEqualTo(new MultipartUpload(ref, UploadsFixture.ATTRIBUTES, new MultipartUpload.Open()));
    assertThat(on.apply(create)).as("a repetition").isEqualTo(upload);
    assertThat(on.find(ref)).contains(upload);
    assertThat(ref.id().createdMillis()).isEqualTo(1_700_000_000_000L);
    assertThat(on.live("a/ü\0")).as("invisible to reads").isEmpty();
    UploadRef otherKey = new UploadRef(NamesFixture.name("b"), ref.id());
    assertThat(on.find(otherKey)).isEmpty();
    assertThat(on.put(otherKey, on.part(1))).isEqualTo(new PutPart.NoUpload());
  }

  @Test
  void theTextOfAnIdIsReadBack() {
    UploadId id = UploadId.create(5, new Random(1));
    assertThat(UploadId.parse(id.toString())).contains(id);
    assertThat(UploadId.parse("x".repeat(UploadId.TEXT_LENGTH))).isEmpty();
    assertThat(UploadId.parse("0".repeat(UploadId.TEXT_LENGTH))).isEmpty();
    assertThat(UploadId.parse(id.toString().toUpperCase(java.util.Locale.ROOT))).isEmpty();
    assertThat(UploadId.parse("")).isEmpty();
  }

  @Test
  void impossiblePartsAreNamed() {
    assertThatThrownBy(() -> on.part(0))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("is 0, must be 1 to 10000");
    assertThatThrownBy(() -> on.part(10_001)).hasMessageContaining("is 10001, must be 1 to 10000");
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 2, 1);
    assertThatThrownBy(() -> on.completion(ref, parts, Bytes.COPIED))
        .hasMessageContaining("part 1 is chosen after part 2");
    assertThatThrownBy(() -> on.completion(ref, List.of(), Bytes.COPIED))
        .hasMessageContaining("no parts");
    BlobId foreign = on.names.blob(new ContainerRef(7, 8));
    Part part = new Part(1, foreign, 1, new Part.Digest("", ""), 1);
    assertThatThrownBy(() -> on.put(ref, part)).hasMessageContaining("not of the container");
    assertThatThrownBy(() -> new MultipartUpload.Summary("a\0", "", ""))
        .hasMessageContaining("the owner of an upload has 2 characters, must be at most 64");
  }

  @Test
  void theLastPartWithANumberWins() {
    UploadRef ref = on.create("n");
    Part first = on.put(ref, 7).getFirst();
    Part second = on.put(ref, 7).getFirst();
    assertThat(on.parts(ref)).containsExactly(second);
    assertThat(on.trash()).containsExactly(first.blob());
    assertThat(on.names.takeTrash(on.names.now())).as("rests").isEmpty();
    assertThat(on.put(ref, second)).as("a repetition").isEqualTo(new PutPart.Stored(second));
    assertThat(on.trash()).containsExactly(first.blob());
    assertThat(known(List.of(first.blob(), second.blob(), on.names.blob())))
        .containsExactlyInAnyOrder(first.blob(), second.blob());
  }

  @Test
  void partsAreListedInPages() {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 3, 4, 10_000);
    PartListing page = on.uploads.parts(ref, 0, 2, on.names.carrier.patient());
    assertThat(page.parts()).isEqualTo(parts.subList(0, 2));
    assertThat(page.hasMore()).isTrue();
    assertThat(page.upload().orElseThrow().state()).isEqualTo(new MultipartUpload.Open());
    PartListing last = on.uploads.parts(ref, 3, 2, on.names.carrier.patient());
    assertThat(last.parts()).isEqualTo(parts.subList(2, 4));
    assertThat(last.hasMore()).isFalse();
    UploadRef unknown = on.ref("n", 1);
    assertThat(on.uploads.parts(unknown, 0, 2, on.names.carrier.patient()))
        .isEqualTo(new PartListing(Optional.empty(), List.of(), false));
  }

  @Test
  void aCopiedObjectNeedsNoPart() {
    BlobId old = on.names.blob();
    on.names.create("n", old);
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2, 5);
    Complete complete = on.completion(ref, parts.subList(0, 2), Bytes.COPIED);
    MultipartUpload.Done done = UploadsFixture.completed(on.apply(complete));
    assertThat(done.version().content()).isEqualTo(complete.object().content());
    assertThat(on.names.find("n")).isEqualTo(new NameLookup.Live(done.version()));
    assertThat(on.find(ref)).contains(new MultipartUpload(ref, UploadsFixture.ATTRIBUTES, done));
    assertThat(on.parts(ref)).isEmpty();
    List<BlobId> ended = new ArrayList<>(UploadsFixture.blobs(parts));
    ended.add(old);
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(ended);
    assertThat(on.put(ref, on.part(1))).isEqualTo(new PutPart.NoUpload());
    assertThat(on.abort(ref)).isEqualTo(Abort.Outcome.COMPLETED);
  }

  @Test
  void theChosenPartsStayIfTheObjectRefersToThem() {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2, 5);
    List<Part> chosen = List.of(parts.get(0), parts.get(2));
    MultipartUpload.Done done = on.complete(ref, chosen, Bytes.REFERENCED);
    assertThat(on.parts(ref)).isEqualTo(chosen);
    assertThat(on.trash()).containsExactly(parts.get(1).blob());
    long never = Long.MAX_VALUE - 1;
    assertThat(on.reap(never)).as("while the object lives").isZero();
    on.names.delete("n");
    assertThat(on.reap(never)).as("while its blob is not deleted").isZero();
    assertThat(known(UploadsFixture.blobs(parts)))
        .containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(parts));
    on.dropTrash();
    long now = on.names.now();
    assertThat(on.reap(now)).isEqualTo(1);
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(chosen));
    assertThat(on.names.takeTrash(now + MultipartUpload.PART_DELAY.toMillis() - 1)).isEmpty();
    assertThat(on.names.takeTrash(now + MultipartUpload.PART_DELAY.toMillis())).hasSize(2);
    assertThat(on.find(ref).orElseThrow().state()).as("is remembered").isEqualTo(done);
    assertThat(on.reap(now + MultipartUpload.REMEMBERED.toMillis())).isEqualTo(1);
    assertThat(on.find(ref)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Bytes.class)
  void aRepeatedCompletionHasTheResultOfTheFirst(Bytes bytes) {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2);
    Complete complete = on.completion(ref, parts, bytes);
    Complete.Result first = on.apply(complete);
    assertThat(on.apply(complete)).isEqualTo(first);
    assertThat(on.apply(on.completion(ref, parts.subList(0, 1), bytes))).isEqualTo(first);
    on.names.upsert("n", on.names.blob());
    assertThat(on.apply(complete)).as("after the object was replaced").isEqualTo(first);
  }

  @Test
  void aResultIsRememberedForAWhile() {
    UploadRef ref = on.create("n");
    MultipartUpload.Done done = on.complete(ref, on.put(ref, 1), Bytes.COPIED);
    long forgotten = done.version().modifiedMillis() + MultipartUpload.REMEMBERED.toMillis();
    assertThat(on.uploads.isReapDue(forgotten - 1, on.names.carrier.patient())).isFalse();
    assertThat(on.reap(forgotten - 1)).isZero();
    assertThat(on.uploads.isReapDue(forgotten, on.names.carrier.patient())).isTrue();
    assertThat(on.reap(forgotten)).isEqualTo(1);
    assertThat(on.find(ref)).isEmpty();
    assertThat(on.live("n")).isPresent();
  }

  @Test
  void anUploadThatIsOpenForTooLongIsAborted() {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2);
    long end = on.names.now() + MultipartUpload.MAX_OPEN.toMillis();
    assertThat(on.reap(end - 3_600_000)).isZero();
    assertThat(on.reap(end)).isEqualTo(1);
    assertThat(on.find(ref)).isEmpty();
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(parts));
  }

  @Test
  void anAbortEndsAnUpload() {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1, 2);
    assertThat(on.abort(ref)).isEqualTo(Abort.Outcome.ABORTED);
    assertThat(on.abort(ref)).isEqualTo(Abort.Outcome.NO_UPLOAD);
    assertThat(on.find(ref)).isEmpty();
    assertThat(on.put(ref, on.part(1))).isEqualTo(new PutPart.NoUpload());
    assertThat(on.apply(on.completion(ref, parts, Bytes.COPIED)))
        .isEqualTo(new Complete.NoUpload());
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(UploadsFixture.blobs(parts));
    assertThat(on.live("n")).isEmpty();
  }

  private void assertStillOpen(UploadRef ref, List<Part> parts) {
    assertThat(on.find(ref).orElseThrow().state()).isEqualTo(new MultipartUpload.Open());
    assertThat(on.parts(ref)).isEqualTo(parts);
  }

  @Test
  void aFailedConditionLeavesTheUploadOpen() {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1);
    BlobId blob = on.names.blob();
    assertThat(on.apply(on.completion(ref, parts, Bytes.COPIED, new Complete.Current(blob))))
        .isEqualTo(new Complete.ConditionFailed(Optional.empty()));
    on.names.create("n", blob);
    NameVersion live = ((NameLookup.Live) on.names.find("n")).version();
    var failed = new Complete.ConditionFailed(Optional.of(live));
    assertThat(on.apply(on.completion(ref, parts, Bytes.COPIED, new Complete.Absent())))
        .isEqualTo(failed);
    var other = new Complete.Current(on.names.blob());
    assertThat(on.apply(on.completion(ref, parts, Bytes.COPIED, other))).isEqualTo(failed);
    assertStillOpen(ref, parts);
    assertThat(on.trash()).isEmpty();
    Complete met = on.completion(ref, parts, Bytes.COPIED, new Complete.Current(blob));
    UploadsFixture.completed(on.apply(met));
    UploadRef second = on.create("n");
    on.names.delete("n");
    List<Part> more = on.put(second, 1);
    UploadsFixture.completed(
        on.apply(on.completion(second, more, Bytes.COPIED, new Complete.Absent())));
  }

  @Test
  void aPartThatHasChangedIsNamed() {
    UploadRef ref = on.create("n");
    List<Part> before = on.put(ref, 1, 2);
    Part after = on.put(ref, 2).getFirst();
    assertThat(on.apply(on.completion(ref, before, Bytes.COPIED)))
        .isEqualTo(new Complete.PartChanged(2));
    List<Part> unknown = List.of(before.getFirst(), after, on.part(3));
    assertThat(on.apply(on.completion(ref, unknown, Bytes.COPIED)))
        .isEqualTo(new Complete.PartChanged(3));
    assertStillOpen(ref, List.of(before.getFirst(), after));
  }

  @Test
  void aWriterWithoutAnOpenLeaseCommitsNothing() {
    UploadRef ref = on.create("n");
    List<Part> parts = on.put(ref, 1);
    Complete complete = on.completion(ref, parts, Bytes.COPIED);
    Part late = on.part(1);
    on.names.apply(new WriterCommand.Fence(NamesFixture.WRITER, Long.MAX_VALUE, on.names.now()));
    assertThat(on.put(ref, late)).isEqualTo(new PutPart.WriterFenced());
    assertThat(on.apply(complete)).isEqualTo(new Complete.WriterFenced());
    assertStillOpen(ref, parts);
    assertThat(known(List.of(late.blob(), complete.object().content().blob()))).isEmpty();
    assertThat(on.trash()).isEmpty();
  }

  @Test
  void theOutcomeOfACommitIsKnown() {
    UploadRef ref = on.create("n");
    Part part = on.part(1);
    var ask = new WriterCommand.Ask(NamesFixture.WRITER, part.blob());
    assertThat(on.names.apply(ask).committed()).isFalse();
    on.put(ref, part);
    assertThat(on.names.apply(ask)).isEqualTo(new WriterCommand.Answer(true, Optional.empty()));
    on.put(ref, 1);
    assertThat(on.names.apply(ask).committed()).as("after it was replaced").isTrue();
    MultipartUpload.Done done = on.complete(ref, on.parts(ref), Bytes.COPIED);
    assertThat(
            on.names.apply(
                new WriterCommand.Ask(NamesFixture.WRITER, done.version().content().blob())))
        .isEqualTo(new WriterCommand.Answer(true, Optional.of(done.version())));
  }

  @Test
  void aPurgeAbortsTheOpenUploadsOfOneContainer() {
    UploadRef completed = on.create("n");
    on.complete(completed, on.put(completed, 1), Bytes.REFERENCED);
    Set<BlobId> ended = new HashSet<>();
    for (int i = 0; i < 130; i++) {
      ended.addAll(UploadsFixture.blobs(on.put(on.create("k" + i), 1, 2)));
    }
    ContainerRef other = new ContainerRef(7, 10);
    UploadRef elsewhere =
        new UploadRef(new BlobName(other, completed.name().key()), completed.id());
    on.apply(new UploadCommand.Create(elsewhere, UploadsFixture.ATTRIBUTES, on.names.now()));
    var purge = new UploadCommand.Purge(NamesFixture.BOX, on.names.now());
    assertThat(on.apply(purge)).isEqualTo(100);
    assertThat(on.apply(purge)).isEqualTo(30);
    assertThat(on.apply(purge)).isZero();
    assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(ended);
    assertThat(on.find(elsewhere)).isPresent();
    assertThat(on.parts(completed)).as("of an object").hasSize(1);
  }

  @Test
  void aReapBoundsItsTransaction() {
    for (int i = 0; i < 4; i++) {
      UploadRef ref = on.create("n");
      on.names.database.write(
          connection -> {
            PartRows rows = new PartRows(connection, on.names.database.dialect());
            for (int number = 1; number <= 500; number++) {
              rows.write(ref, on.part(number), true);
            }
            return 0;
          },
          on.names.carrier.patient());
    }
    var reap = new UploadCommand.Reap(on.names.now() + MultipartUpload.MAX_OPEN.toMillis());
    assertThat(on.apply(reap)).isEqualTo(2);
    assertThat(on.trash()).hasSize(1000);
    assertThat(on.apply(reap)).isEqualTo(2);
    assertThat(on.apply(reap)).isZero();
  }

  @Test
  void theNameOfAnObjectEndsAsAnyOther() {
    UploadRef ref = on.create("n");
    BlobId blob = on.complete(ref, on.put(ref, 1), Bytes.COPIED).version().content().blob();
    assertThat(on.names.apply(new NameChange.DeleteBlob(blob, on.names.now())))
        .isInstanceOfSatisfying(
            NameChange.Removal.Deleted.class,
            deleted ->
                assertThat(deleted.trash()).extracting(TrashItem::blob).containsExactly(blob));
  }
}
