package io.aumbry.frontend;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.Router;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.http.HttpResponse;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Garbage of each request in the frontend alone; router and server do nothing here. The goal for
 * all together is 4 KB.
 */
final class GarbageTest {
  private static final int WARM_UP = 20_000;
  private static final int MEASURED = 10_000;

  private static final BlobId ID =
      BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 7, 1, new Random(1));
  private static final BlobProperties PROPERTIES =
      new BlobProperties(
          4096,
          1_795_000_000_000L,
          Expiry.INFINITE_TTL,
          OptionalInt.of(4711),
          false,
          new BlobProperties.Labels("image/jpeg", "service", "", "", "", ""),
          Map.of());

  private final ManualTime time = new ManualTime();
  private int audited;
  private final Carrier carrier = new FakeCarrier(time);
  private final Buffer content = HeapBuffer.copyOf(new byte[4096]);
  private final Frontend frontend =
      new Frontend(
          new Frontend.Services(
              new Instant(),
              new FixedCluster(),
              Rest.builtIn(Map.of()),
              Frontend.Catalogued.NONE,
              Rest.MINT,
              Gate.open(),
              event -> audited++),
          Rest.IDENTITY,
          Rest.CONFIG,
          time,
          new Random(2),
          new Metrics());

  @Test
  void aGetLeavesLittle() {
    HttpRequest get =
        request("GET", "/" + ID, HttpHeaders.builder().add("host", "a").add("accept", "*/*"), 0);
    assertLeaves(3_000, get);
  }

  @Test
  void aPutLeavesLittle() {
    HttpHeaders.Builder headers =
        HttpHeaders.builder()
            .add("host", "a")
            .add("content-length", "4096")
            .add("x-ambry-service-id", "service")
            .add("x-ambry-content-type", "image/jpeg")
            .add("x-ambry-target-account-name", "aumbry")
            .add("x-ambry-target-container-name", "public");
    assertLeaves(3_000, request("POST", "/", headers, 4096));
  }

  private static HttpRequest request(
      String method, String path, HttpHeaders.Builder headers, long contentLength) {
    InetSocketAddress peer = InetSocketAddress.createUnresolved("client", 1);
    return new HttpRequest(method, path, "", headers.build(), contentLength, peer);
  }

  /** Requires this many bytes at most, once compilation in the background is complete. */
  private void assertLeaves(long most, HttpRequest request) {
    await().untilAsserted(() -> assertThat(garbageOf(request)).isLessThan(most));
  }

  /** Mean bytes of many requests. */
  private long garbageOf(HttpRequest request) {
    Swallowing exchange = new Swallowing(request);
    for (int i = 0; i < WARM_UP; i++) {
      frontend.handle(exchange.again());
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < MEASURED; i++) {
      frontend.handle(exchange.again());
    }
    assertThat(exchange.status).isLessThan(300);
    return (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED;
  }

  /** A router with one constant blob. */
  private final class Instant implements Router {
    private final BlobState state = new BlobState(0, false, Expiry.NEVER);
    private final StoredBlob stored = new StoredBlob(ID, PROPERTIES);

    @Override
    public StoredBlob put(Upload upload, ByteSource body, RequestContext context) {
      return stored;
    }

    @Override
    public GetResult get(BlobId id, GetOptions options, RequestContext context) {
      return new GetResult.Found(
          PROPERTIES, state, new ByteRange.Resolved(0, 4096), new OneBuffer());
    }

    @Override
    public ChunksResult chunks(BlobId id, long first, GetOptions options, RequestContext context) {
      return new ChunksResult.Found(0, 4096, 0, List.of());
    }

    @Override
    public List<Replica> replicas(BlobId id) {
      return List.of();
    }

    @Override
    public List<Integer> usage(Recipient found, RequestContext context) {
      return List.of();
    }

    @Override
    public List<ReplicaStatus> status(BlobId id, RequestContext context) {
      return List.of();
    }

    @Override
    public WriteResult delete(BlobId id, RequestContext context) {
      return new NodeResponse.Done();
    }

    @Override
    public WriteResult updateTtl(BlobId id, Duration leastLeft, RequestContext context) {
      return new NodeResponse.Done();
    }

    @Override
    public WriteResult undelete(BlobId id, RequestContext context) {
      return new NodeResponse.Done();
    }
  }

  private final class OneBuffer implements ByteSource {
    private boolean read;

    @Override
    public Optional<Buffer> next() {
      boolean first = !read;
      read = true;
      return first ? Optional.of(content) : Optional.empty();
    }

    @Override
    public void close() {}
  }

  /** Discards the answer. */
  private final class Swallowing implements HttpExchange {
    private final HttpRequest request;
    private final ByteSink sink = Buffer::close;
    private boolean responded;
    private int status;

    Swallowing(HttpRequest request) {
      this.request = request;
    }

    Swallowing again() {
      responded = false;
      return this;
    }

    @Override
    public HttpRequest request() {
      return request;
    }

    @Override
    public Carrier carrier() {
      return carrier;
    }

    @Override
    public ByteSource body() {
      return new OneBuffer();
    }

    @Override
    public void respond(HttpResponse response, Body body) {
      responded = true;
      status = response.status();
    }

    @Override
    public ByteSink respond(HttpResponse response, long contentLength) {
      responded = true;
      status = response.status();
      return sink;
    }

    @Override
    public boolean hasResponded() {
      return responded;
    }
  }
}
