package io.aumbry.catalog.sql.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.UploadCommand;
import io.aumbry.catalog.command.UploadCommand.Complete;
import io.aumbry.catalog.command.UploadCommand.Complete.Bytes;
import io.aumbry.catalog.command.UploadCommand.PutPart;
import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.name.NamesFixture;
import io.aumbry.catalog.upload.MultipartUpload;
import io.aumbry.catalog.upload.Part;
import io.aumbry.catalog.upload.UploadListing;
import io.aumbry.catalog.upload.UploadListing.Entry;
import io.aumbry.catalog.upload.UploadListing.Group;
import io.aumbry.catalog.upload.UploadListing.Listed;
import io.aumbry.catalog.upload.UploadListing.Marker;
import io.aumbry.catalog.upload.UploadListing.Query;
import io.aumbry.catalog.upload.UploadRef;
import io.aumbry.protocol.blob.BlobId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random uploads against a naive model, and their lists against a brute-force one. */
abstract class UploadModelContract extends UploadsTestBase {
  private static final int STEPS = 600;
  private static final long HOUR = 3_600_000;
  private static final int CONTAINERS = 150;
  private static final String[] ALPHABET = {"a", "b", "/", "|", "\0", "ü", "\uDBFF\uDFFF"};
  private static final String[] DELIMITERS = {"", "/", "/", "|", "//", "ü", "\0", "a"};

  /** Applies the same changes to the catalog and to the model. */
  private final class Walk {
    private final UploadModel model = new UploadModel();
    private final Random random = new Random(17);
    private final List<UploadRef> refs = new ArrayList<>();
    private final Set<BlobId> committed = new HashSet<>();
    private final Set<String> results = new TreeSet<>();
    private long now = on.names.now();

    void step() {
      now += random.nextLong(2 * HOUR);
      switch (random.nextInt(16)) {
        case 0, 1 -> create();
        case 2, 3, 4, 5, 6 -> putPart();
        case 7, 8, 9 -> complete();
        case 10 -> abort();
        case 11 -> writeName();
        case 12 -> deleteName();
        case 13 -> dropTrash();
        case 14 -> reap();
        default -> {
          if (random.nextInt(20) == 0) {
            purge();
          }
        }
      }
    }

    private String key() {
      return "k" + random.nextInt(4);
    }

    private UploadRef ref() {
      if (refs.isEmpty() || random.nextInt(12) == 0) {
        return on.ref(key(), now);
      }
      int newest = Math.max(0, refs.size() - 8);
      return refs.get(newest + random.nextInt(refs.size() - newest));
    }

    private void create() {
      UploadRef ref = on.ref(key(), now);
      on.apply(new UploadCommand.Create(ref, UploadsFixture.ATTRIBUTES, now));
      model.create(ref, now);
      refs.add(ref);
    }

    private Part part(int number) {
      return new Part(number, on.names.blob(), 1, new Part.Digest("e" + now, ""), now);
    }

    private void putPart() {
      PutPart put = new PutPart(ref(), part(1 + random.nextInt(4)), NamesFixture.WRITER);
      check(on.apply(put), model.putPart(put));
      committed.add(put.part().blob());
    }

    private void complete() {
      UploadRef ref = ref();
      List<Part> chosen = new ArrayList<>();
      for (Part part : on.parts(ref)) {
        if (random.nextInt(4) > 0) {
          chosen.add(random.nextInt(10) == 0 ? part(part.number()) : part);
        }
      }
      if (chosen.isEmpty()) {
        chosen.add(part(1));
      }
      BlobId blob = on.names.blob();
      Complete complete =
          new Complete(
              ref,
              UploadsFixture.chosen(chosen),
              new Complete.ObjectBlob(
                  new NameVersion.Content(blob, 1, NamesFixture.NEVER),
                  "e",
                  random.nextBoolean() ? Bytes.COPIED : Bytes.REFERENCED),
              condition(ref),
              NamesFixture.WRITER,
              now,
              random.nextLong());
      committed.add(blob);
      check(on.apply(complete), model.complete(complete));
    }

    private Complete.Condition condition(UploadRef ref) {
      return switch (random.nextInt(4)) {
        case 0 -> new Complete.Absent();
        case 1 -> new Complete.Current(on.live(ref.name().key().text()).orElseGet(on.names::blob));
        default -> new Complete.Any();
      };
    }

    private void abort() {
      UploadRef ref = ref();
      var outcome = on.apply(new UploadCommand.Abort(ref, now));
      assertThat(outcome).isEqualTo(model.abort(ref));
      results.add(outcome.name());
    }

    private void writeName() {
      String key = key();
      BlobId blob = on.names.blob();
      on.names.upsert(key, blob);
      committed.add(blob);
      model.write(key, blob);
    }

    private void deleteName() {
      String key = key();
      on.names.delete(key);
      model.delete(key);
    }

    private void dropTrash() {
      on.dropTrash();
      model.dropTrash();
    }

    private void purge() {
      on.apply(new UploadCommand.Purge(NamesFixture.BOX, now));
      model.purge();
    }

    private void reap() {
      on.reap(now);
      model.reap(now);
    }

    private void check(Object result, String expected) {
      assertThat(result.getClass().getSimpleName()).isEqualTo(expected);
      results.add(expected);
    }

    void compare() {
      assertThat(on.trash()).containsExactlyInAnyOrderElementsOf(model.trash);
      for (UploadRef ref : refs) {
        Optional<UploadModel.State> state = Optional.ofNullable(model.uploads.get(ref));
        assertThat(on.find(ref).map(upload -> upload.state() instanceof MultipartUpload.Open))
            .isEqualTo(state.map(UploadModel.State::isOpen));
        assertThat(on.parts(ref))
            .isEqualTo(state.map(found -> List.copyOf(found.parts.values())).orElse(List.of()));
      }
      for (int i = 0; i < 4; i++) {
        assertThat(on.live("k" + i)).isEqualTo(Optional.ofNullable(model.objects.get("k" + i)));
      }
      List<BlobId> all = List.copyOf(committed);
      Set<BlobId> known = new HashSet<>();
      for (int from = 0; from < all.size(); from += 1000) {
        List<BlobId> some = all.subList(from, Math.min(from + 1000, all.size()));
        known.addAll(on.names.names.known(some, on.names.carrier.patient()));
      }
      assertThat(known).isEqualTo(model.known());
    }
  }

  @Test
  void aRandomWorkloadBehavesAsItsModel() {
    Walk walk = new Walk();
    for (int step = 1; step <= STEPS; step++) {
      walk.step();
      if (step % 20 == 0) {
        walk.compare();
      }
    }
    assertThat(walk.results)
        .contains("Stored", "NoUpload", "Completed", "PartChanged", "ConditionFailed")
        .contains("ABORTED", "COMPLETED", "NO_UPLOAD");
  }

  @Test
  void pagesAreThoseOfABruteForceListing() {
    Random random = new Random(29);
    for (int i = 1; i <= CONTAINERS; i++) {
      ContainerRef container = new ContainerRef(40, i);
      List<UploadRef> open = fill(container, random);
      for (int query = 0; query < 4; query++) {
        check(container, open, random);
      }
    }
  }

  private static String text(Random random, int least, int most) {
    StringBuilder text = new StringBuilder();
    int length = least + random.nextInt(most - least + 1);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
    }
    return text.toString();
  }

  /** Returns the open uploads. A completed one is not listed. */
  private List<UploadRef> fill(ContainerRef container, Random random) {
    List<UploadRef> open = new ArrayList<>();
    List<UploadRef> all = new ArrayList<>();
    int keys = random.nextInt(12);
    for (int i = 0; i < keys; i++) {
      KeyBytes key = KeyBytes.of(text(random, 1, 4));
      for (int n = 0; n <= random.nextInt(3); n++) {
        long millis = 1L + random.nextInt(3);
        UploadRef ref = new UploadRef(new BlobName(container, key), on.ref("x", millis).id());
        all.add(ref);
        if (random.nextInt(4) > 0) {
          open.add(ref);
        }
      }
    }
    on.names.database.write(
        connection -> {
          UploadRows rows = new UploadRows(connection, on.names.database.dialect());
          for (UploadRef ref : all) {
            rows.insert(ref, UploadsFixture.ATTRIBUTES, 1);
            if (!open.contains(ref)) {
              rows.complete(ref, done(ref), 1);
            }
          }
          return 0;
        },
        on.names.carrier.patient());
    return open;
  }

  private MultipartUpload.Done done(UploadRef ref) {
    BlobId blob = on.names.blob(ref.name().container());
    NameVersion.Content content = new NameVersion.Content(blob, 1, NamesFixture.NEVER);
    return new MultipartUpload.Done(
        new NameVersion(ref.name(), content, NameVersion.State.LIVE, 1, "v", 1), "e");
  }

  private void check(ContainerRef container, List<UploadRef> open, Random random) {
    KeyBytes prefix = KeyBytes.of(text(random, 0, 2));
    KeyBytes delimiter = KeyBytes.of(DELIMITERS[random.nextInt(DELIMITERS.length)]);
    Marker marker = marker(open, random);
    int limit = 1 + random.nextInt(4);
    int rows = 1 + random.nextInt(4);
    List<Entry> expected = bruteForce(open, prefix, delimiter, marker);
    List<Entry> listed = new ArrayList<>();
    Optional<Marker> after = Optional.of(marker);
    while (after.isPresent()) {
      Query query = new Query(container, prefix, delimiter, after.get(), limit);
      UploadListing page =
          on.names.database.read(
              connection -> new UploadPages(connection, query, rows).list(),
              on.names.carrier.patient());
      assertThat(page.entries()).hasSizeLessThanOrEqualTo(limit);
      if (page.next().isPresent()) {
        assertThat(page.entries()).hasSize(limit);
      }
      listed.addAll(page.entries());
      after = page.next();
    }
    assertThat(listed)
        .as("prefix %s, delimiter %s, after %s", prefix, delimiter, marker)
        .isEqualTo(expected);
  }

  private static Marker marker(List<UploadRef> open, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Marker(KeyBytes.of(text(random, 1, 3)), Optional.empty());
      case 1 -> {
        if (open.isEmpty()) {
          yield Marker.FIRST;
        }
        UploadRef ref = open.get(random.nextInt(open.size()));
        yield new Marker(ref.name().key(), Optional.of(ref.id()));
      }
      default -> Marker.FIRST;
    };
  }

  private static List<Entry> bruteForce(
      List<UploadRef> open, KeyBytes prefix, KeyBytes delimiter, Marker marker) {
    List<Entry> entries = new ArrayList<>();
    List<UploadRef> sorted = new ArrayList<>(open);
    sorted.sort(
        Comparator.comparing((UploadRef ref) -> ref.name().key()).thenComparing(UploadRef::id));
    for (UploadRef ref : sorted) {
      KeyBytes key = ref.name().key();
      if (key.startsWith(prefix)) {
        Entry entry = entry(ref, prefix, delimiter);
        boolean isNew = entries.isEmpty() || !entries.getLast().equals(entry);
        if (isNew && isAfter(entry, marker)) {
          entries.add(entry);
        }
      }
    }
    return entries;
  }

  private static Entry entry(UploadRef ref, KeyBytes prefix, KeyBytes delimiter) {
    String text = latin(ref.name().key());
    int at = delimiter.isEmpty() ? -1 : text.indexOf(latin(delimiter), prefix.length());
    return at < 0
        ? new Listed(ref, UploadsFixture.ATTRIBUTES.summary())
        : new Group(ref.name().key().prefix(at + delimiter.length()));
  }

  private static boolean isAfter(Entry entry, Marker marker) {
    KeyBytes key = entry.marker().key();
    boolean isLaterOfKey =
        entry instanceof Listed(UploadRef ref, MultipartUpload.Summary _)
            && key.equals(marker.key())
            && marker.id().filter(id -> ref.id().compareTo(id) > 0).isPresent();
    return key.compareTo(marker.key()) > 0 || isLaterOfKey;
  }

  private static String latin(KeyBytes bytes) {
    return new String(bytes.bytes(), StandardCharsets.ISO_8859_1);
  }
}
