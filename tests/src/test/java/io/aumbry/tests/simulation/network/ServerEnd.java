package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import io.aumbry.transport.node.Messages;
import io.aumbry.transport.node.NodeExchange;
import io.aumbry.transport.node.NodeHandler;
import io.aumbry.transport.stream.InboundStream;
import io.aumbry.transport.stream.StreamFailure;
import io.aumbry.transport.stream.UnreadBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** The server's end of a stream. */
final class ServerEnd implements NodeExchange {
  private final SimulatedStream stream;
  private final Peer peer;
  private final NodeTraffic traffic;
  private final SimulatedProcess process;
  private final BufferPool pool;
  private final Lane toClient;
  private final NodeRequest request;
  private final RequestContext context;
  private final InboundStream content;

  /** Wakes a writer that waits for room in the window, or for the end of the stream. */
  private final Mailbox<Boolean> turns = new Mailbox<>();

  private Optional<StreamFailure> broken = Optional.empty();
  private long arrived;
  private int window = SimulatedStream.WINDOW;
  private boolean responded;
  private long unwritten;

  /** Creates the server's end when the request arrives. */
  @FunctionalInterface
  interface Opening {
    ServerEnd open(ByteBuffer header, SimulatedStream stream);
  }

  /**
   * The origin of a request.
   *
   * @param peer the process that sent it, as its certificate would prove it
   * @param traffic observes the messages
   */
  record Origin(SimulatedStream stream, Peer peer, NodeTraffic traffic) {}

  private ServerEnd(Envelope envelope, Origin origin, SimulatedProcess process, BufferPool pool) {
    this.stream = origin.stream();
    this.peer = origin.peer();
    this.traffic = origin.traffic();
    this.process = process;
    this.pool = pool;
    this.toClient = new Lane(stream.connection().back());
    this.request = envelope.request();
    Duration timeout = Duration.ofMillis(Math.max(0, envelope.timeoutMillis()));
    this.context =
        new RequestContext(envelope.requestId(), process, Deadline.after(timeout, process.time()));
    this.content =
        new InboundStream(new ContentOrigin(), UnreadBytes.unlimited(), SimulatedStream.WINDOW / 4);
    if (request.contentLength() == 0) {
      content.end();
    }
  }

  static ServerEnd open(
      ByteBuffer header,
      Origin origin,
      SimulatedProcess process,
      BufferPool pool,
      NodeHandler handler) {
    Envelope envelope = MessageCodec.decodeRequest(header.position(Integer.BYTES));
    ServerEnd end = new ServerEnd(envelope, origin, process, pool);
    end.traffic.arrived(end.client(), process.name(), end.request);
    process.start("handle", () -> end.run(handler));
    return end;
  }

  private void run(NodeHandler handler) {
    try (ByteSource _ = content) {
      handler.handle(this);
    } finally {
      if (unwritten > 0 || !responded) {
        toClient(stream::cutShort);
      }
    }
  }

  private String client() {
    return stream.connection().client().name();
  }

  private void toClient(Runnable arrival) {
    toClient.send(() -> {
      if (stream.connection().client().isAlive()) {
        arrival.run();
      }
    });
  }

  void offer(byte[] bytes) {
    arrived += bytes.length;
    content.offer(Messages.buffer(pool, bytes, 0, bytes.length));
    if (arrived == request.contentLength()) {
      content.end();
    }
  }

  /** The client has read this number of bytes of the answer. */
  void granted(int bytes) {
    window += bytes;
    turns.post(true);
  }

  void broken(StreamFailure breakage) {
    if (broken.isEmpty()) {
      broken = Optional.of(breakage);
      content.fail(breakage);
      turns.post(true);
    }
  }

  @Override
  public NodeRequest request() {
    return request;
  }

  @Override
  public RequestContext context() {
    return context;
  }

  @Override
  public Peer peer() {
    return peer;
  }

  @Override
  public ByteSource content() {
    return content;
  }

  @Override
  public void reply(NodeResponse response, ByteSource answer) {
    try (answer) {
      begin(response);
      answer.transferTo(this::write);
    }
  }

  private void begin(NodeResponse response) {
    if (responded) {
      throw new IllegalStateException("answered twice, now with " + response);
    }
    responded = true;
    unwritten = response.contentLength();
    traffic.answered(client(), process.name(), request, response);
    ByteBuffer header = MessageCodec.encode(response);
    toClient(() -> stream.head(header));
  }

  private void write(Buffer bytes) {
    try (bytes) {
      ByteBuffer view = bytes.view();
      while (view.hasRemaining()) {
        awaitRoom();
        byte[] piece = new byte[Math.min(SimulatedStream.PIECE, view.remaining())];
        view.get(piece);
        window -= piece.length;
        unwritten -= piece.length;
        traffic.content(client(), process.name(), request, piece);
        toClient(() -> stream.data(piece));
      }
    }
  }

  private void awaitRoom() {
    while (broken.isEmpty() && window <= 0) {
      turns.take();
    }
    if (broken.isPresent()) {
      throw broken.get().exception();
    }
  }

  private final class ContentOrigin implements InboundStream.Origin {
    @Override
    public void wanted() {
      // the client sends without being asked
    }

    @Override
    public void consumed(int bytes) {
      toClient(() -> stream.granted(bytes));
    }

    @Override
    public void abandoned() {
      toClient(stream::unwanted);
    }
  }

  @Override
  public String toString() {
    return request + " at " + process;
  }
}
