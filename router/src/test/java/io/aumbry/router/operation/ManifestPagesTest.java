package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.operation.FakeNode.Fault;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blobs whose manifests have pages. */
class ManifestPagesTest {
  private static final int CHUNK = TestCluster.CHUNK;

  /** Chunks of a page. */
  private static final int PAGE = 3;

  private static final GetOptions ALL = new GetOptions(new ByteRange.All(), true, true);

  private final TestCluster cluster =
      new TestCluster(3, 1, 8, TestCluster.config().withPagesOf(PAGE));

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private Manifest manifestOf(BlobId id) {
    return Manifest.decode(cluster.replicasOf(id).getFirst().content(id));
  }

  private List<Manifest.Page> pagesOf(BlobId id) {
    return ((Manifest.OfPages) manifestOf(id)).pages();
  }

  private long requests(Class<? extends NodeRequest> kind) {
    return cluster.nodes.sent().stream().filter(sent -> kind.isInstance(sent.request())).count();
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "3, 0", "4, 2", "6, 2", "7, 3", "9, 3", "10, 4"})
  void moreChunksThanAPageTakesAreListedInPages(int chunks, int pages) {
    byte[] bytes = cluster.bytes(chunks * CHUNK - 5);
    BlobId id = cluster.stored(bytes);
    assertThat(id.kind()).isEqualTo(BlobKind.MANIFEST);
    switch (manifestOf(id)) {
      case Manifest.OfChunks(var all) -> {
        assertThat(pages).isZero();
        assertThat(all).hasSize(chunks);
      }
      case Manifest.OfPages(var all) -> {
        assertThat(all).hasSize(pages).allMatch(page -> page.id().kind() == BlobKind.CHUNK);
        assertThat(all.stream().mapToInt(Manifest.Page::chunks).sum()).isEqualTo(chunks);
      }
    }
    assertThat(cluster.read(id)).isEqualTo(bytes);
    assertThat(cluster.chunksOf(id)).hasSize(chunks).doesNotHaveDuplicates();
    assertThat(cluster.uploadRecords()).isEmpty();
  }

  /** One upload record, the chunks and the manifest, each on three replicas; as without pages. */
  @Test
  void aBlobOfOnePageCostsNoMoreRequestsThanWithoutPages() {
    TestCluster without = new TestCluster(3, 1, 8);
    for (TestCluster each : List.of(cluster, without)) {
      BlobId id = each.put(each.bytes(PAGE * CHUNK)).id();
      each.carrier.settle();
      assertThat(each.nodes.sent())
          .filteredOn(sent -> sent.request() instanceof NodeRequest.Put)
          .hasSize(3 * (1 + PAGE + 1));
      each.nodes.sent().clear();
      each.read(id);
      assertThat(each.nodes.sent()).hasSize(1 + PAGE);
      each.requireNothingHeld();
    }
  }

  @Test
  void everyRangeEqualsThatOfAnArrayAndReadsOnlyItsPages() {
    Random random = new Random(7);
    byte[] bytes = cluster.bytes(11 * CHUNK + 77);
    BlobId id = cluster.stored(bytes);
    List<BlobId> pages = pagesOf(id).stream().map(Manifest.Page::id).toList();
    int page = PAGE * CHUNK;
    for (int i = 0; i < 200; i++) {
      int first = random.nextInt(4) == 0 ? page * random.nextInt(4) : random.nextInt(bytes.length);
      int last = Math.min(bytes.length - 1, first + random.nextInt(1 + random.nextInt(2 * page)));
      cluster.nodes.sent().clear();
      assertThat(cluster.read(id, new ByteRange.FromTo(first, last)))
          .isEqualTo(Arrays.copyOfRange(bytes, first, last + 1));
      Set<BlobId> read = new HashSet<>();
      cluster.nodes.sent().forEach(sent -> read.add(((NodeRequest.Get) sent.request()).id()));
      read.retainAll(pages);
      assertThat(read).isEqualTo(Set.copyOf(pages.subList(first / page, last / page + 1)));
    }
    assertThat(cluster.read(id, new ByteRange.Suffix(10)))
        .isEqualTo(Arrays.copyOfRange(bytes, bytes.length - 10, bytes.length));
    assertThat(cluster.get(id, new ByteRange.From(bytes.length)))
        .isEqualTo(new NodeResponse.Unsatisfiable(bytes.length));
  }

  @Test
  void propertiesNeedNoPage() {
    BlobId id = cluster.stored(cluster.bytes(7 * CHUNK));
    GetResult.Found found = (GetResult.Found) cluster.get(id, new ByteRange.None());
    assertThat(found.properties().size()).isEqualTo(7L * CHUNK);
    assertThat(cluster.nodes.sent()).hasSize(1);
  }

  @Test
  void chunksAreListedPageByPage() {
    BlobId id = cluster.stored(cluster.bytes(7 * CHUNK + 9));
    List<BlobId> all = cluster.chunksOf(id);
    for (int first = 0; first < 8; first++) {
      cluster.nodes.sent().clear();
      ChunksResult.Found found = cluster.chunksFrom(id, first, ALL);
      int end = Math.min(8, (first / PAGE + 1) * PAGE);
      assertThat(found.total()).isEqualTo(8);
      assertThat(found.size()).isEqualTo(7L * CHUNK + 9);
      assertThat(found.from()).isEqualTo((long) first * CHUNK);
      assertThat(found.chunks()).extracting(Manifest.Chunk::id).isEqualTo(all.subList(first, end));
      assertThat(cluster.nodes.sent()).hasSize(2);
    }
    assertThat(cluster.chunksFrom(id, 8, ALL).chunks()).isEmpty();
    assertThat(cluster.chunksFrom(id, Long.MAX_VALUE, ALL).chunks()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "MUTE", "REFUSING", "ROTTEN"})
  void oneFailingReplicaOfAPageDoesNotMatter(Fault fault) {
    byte[] bytes = cluster.bytes(8 * CHUNK);
    BlobId id = cluster.stored(bytes);
    BlobId page = pagesOf(id).get(1).id();
    FakeNode node = cluster.replicasOf(page).getFirst();
    node.faulty = request -> request instanceof NodeRequest.Get get && get.id().equals(page);
    node.fault = fault;
    for (int i = 0; i < 6; i++) {
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aMissingPageFailsLikeAMissingChunk(int number) {
    BlobId id = cluster.stored(cluster.bytes(8 * CHUNK));
    BlobId page = pagesOf(id).get(number).id();
    cluster.replicasOf(page).forEach(node -> node.forget(page));
    String ofPage = reasonOf(id, number * PAGE * CHUNK);
    BlobId other = cluster.stored(cluster.bytes(8 * CHUNK));
    BlobId chunk = cluster.chunksOf(other).get(number * PAGE);
    cluster.replicasOf(chunk).forEach(node -> node.forget(chunk));
    assertThat(ofPage).isEqualTo(reasonOf(other, number * PAGE * CHUNK));
    assertThat(ofPage).startsWith("CORRUPT_RECORD A record of the blob is missing");
    assertCode(() -> cluster.chunksFrom(id, (long) number * PAGE, ALL), ErrorCode.CORRUPT_RECORD);
  }

  private String reasonOf(BlobId id, int from) {
    try {
      cluster.read(id, new ByteRange.FromTo(from, from));
      throw new AssertionError("it was read");
    } catch (AumbryException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  @Test
  void aPageThatIsNotTheOneOfItsManifestIsRefused() {
    BlobId id = cluster.stored(cluster.bytes(8 * CHUNK));
    BlobId page = pagesOf(id).get(2).id();
    BlobId first = pagesOf(id).getFirst().id();
    cluster.replicasOf(page).forEach(node -> node.replaceContent(page, contentOf(first)));
    cluster.read(id, new ByteRange.FromTo(0, 6L * CHUNK - 1));
    assertCode(() -> cluster.read(id), ErrorCode.CORRUPT_RECORD);
  }

  private byte[] contentOf(BlobId id) {
    ByteBuffer content = cluster.replicasOf(id).getFirst().content(id);
    byte[] bytes = new byte[content.remaining()];
    content.get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "REFUSING", "MUTE"})
  void aPageWithoutAQuorumMovesToAnotherPartition(Fault fault) {
    for (int i = 0; i < 10; i++) {
      for (FakeNode node : cluster.group(1, 0).subList(0, 2)) {
        node.faulty = ManifestPagesTest::isPagePut;
        node.fault = fault;
      }
      byte[] bytes = cluster.bytes(8 * CHUNK);
      BlobId id = cluster.put(bytes).id();
      cluster.group(1, 0).forEach(node -> node.fault = Fault.NONE);
      assertThat(pagesOf(id)).allMatch(page -> page.id().partition() % 2 == 1);
      assertThat(cluster.read(id)).isEqualTo(bytes);
    }
    assertThat(cluster.metrics.value("aumbry_router_put_partition_retries_total")).isPositive();
  }

  /** Pages are the only chunks of this size. */
  private static boolean isPagePut(NodeRequest request) {
    return request instanceof NodeRequest.Put put
        && put.id().kind() == BlobKind.CHUNK
        && put.contentLength() <= Manifest.bytesOf(PAGE);
  }

  @ParameterizedTest
  @ValueSource(ints = {3 * CHUNK, 4 * CHUNK, 7 * CHUNK - 1, 10 * CHUNK})
  void anUploadThatBreaksOffHasNamedItsChunksAndPages(int size) {
    ByteSource body = cluster.body(cluster.bytes(size));
    ByteSource broken =
        new ByteSource() {
          @Override
          public Optional<Buffer> next() {
            Optional<Buffer> next = body.next();
            if (next.isEmpty()) {
              throw new AumbryException(ErrorCode.CLIENT_GONE, "as ordered");
            }
            return next;
          }

          @Override
          public void close() {
            body.close();
          }
        };
    assertCode(() -> cluster.put(cluster.upload(), broken), ErrorCode.CLIENT_GONE);
    cluster.carrier.settle();
    assertThat(cluster.readable()).isZero();
    cluster.requireChunksNamed();
    assertThat(cluster.nodes.sent().stream().filter(sent -> isPagePut(sent.request())).count())
        .isEqualTo(3L * ((size - 1) / CHUNK / PAGE));
  }

  @Test
  void aDeclaredSizeNeedsIdsForItsChunksAndPagesOnly() {
    byte[] bytes = cluster.bytes(7 * CHUNK);
    Upload declared =
        new Upload(
            101,
            5,
            cluster.properties(),
            OptionalLong.of(bytes.length),
            OptionalInt.empty(),
            Long.MAX_VALUE);
    BlobId id = cluster.put(declared, cluster.body(bytes)).id();
    assertThat(cluster.nodes.sent())
        .filteredOn(sent -> sent.request() instanceof NodeRequest.Put)
        .filteredOn(sent -> ((NodeRequest.Put) sent.request()).id().kind() == BlobKind.UPLOAD)
        .allMatch(sent ->
            ((NodeRequest.Put) sent.request()).contentLength()
                == new UploadRecord(id, List.of()).encode().limit() + 10 * BlobId.SIZE);
    assertThat(requests(NodeRequest.Put.class)).isEqualTo(3 * (1 + 7 + 3 + 1));
  }

  @Test
  void uploadRecordsGrowWithTheUpload() {
    UploadIds.Maker maker = new CountingMaker();
    UploadIds ids = UploadIds.begin(maker, OptionalLong.empty());
    for (int i = 0; i < 1_000_000; i++) {
      ids.next();
    }
    assertThat(ids.records()).hasSizeBetween(1_000, 1_300);
  }

  private final class CountingMaker implements UploadIds.Maker {
    private final BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);

    @Override
    public BlobId newId(BlobKind kind) {
      return BlobId.create(owner, kind, 1, 1, cluster.random);
    }

    @Override
    public BlobId newRecordId(BlobId manifest) {
      return newId(BlobKind.UPLOAD);
    }

    @Override
    public void store(BlobId id, UploadRecord record) {
      assertThat(record.chunks()).hasSizeBetween(64, 1024);
    }
  }

  @Test
  void aBlobWithMorePagesThanAManifestTakesIsRefusedWithTheLimit() {
    RouterConfig.Chunking chunking = TestCluster.config().withPagesOf(1).chunking();
    int pages = Manifest.pagesIn(CHUNK);
    assertThat(chunking.maxBlobSize()).isEqualTo((long) pages * CHUNK);
    TestCluster small = new TestCluster(1, 1, 2, TestCluster.config().withPagesOf(1));
    Upload declared =
        new Upload(
            101,
            5,
            small.properties(),
            OptionalLong.of(chunking.maxBlobSize() + 1),
            OptionalInt.empty(),
            Long.MAX_VALUE);
    assertThatThrownBy(() -> small.put(declared, small.body(new byte[0])))
        .hasMessageContaining("the limit is " + chunking.maxBlobSize());
  }

  @Test
  void pagesAreReadInLittleMemory() {
    RouterConfig tight =
        new RouterConfig(
                2,
                CHUNK,
                new RouterConfig.Memory(
                    4L * CHUNK,
                    TestCluster.config().memory().patience(),
                    TestCluster.config().memory().shares()),
                TestCluster.config().pipeline(),
                TestCluster.config().nodeTimeout(),
                TestCluster.config().hedge())
            .withPagesOf(PAGE);
    TestCluster small = new TestCluster(5, 1, 4, tight);
    byte[] bytes = small.bytes(8 * CHUNK);
    BlobId id = small.put(bytes).id();
    small.carrier.settle();
    for (int i = 0; i < 3; i++) {
      small.carrier.start(
          "reader", () -> assertThat(small.readHere(id, new ByteRange.All())).isEqualTo(bytes));
    }
    small.requireNothingHeld();
  }
}
