package io.aumbry.transport.node;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.StillTime;
import io.aumbry.transport.stream.StreamFailure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A call to the node in this process ends while the node answers it. */
final class LocalCallStress {
  private static final StorageNode NODE =
      new StorageNode(new NodeId("node-1"), 1, "z", new Endpoint("localhost", 1), true);
  private static final StreamFailure LATE = new StreamFailure(ErrorCode.TIMED_OUT, "late");

  private static final RequestContext CONTEXT =
      new RequestContext("stress", new StillTime(), new Deadline(Long.MAX_VALUE));

  private LocalCallStress() {}

  private static final class Calls implements LocalCall.Group {
    private final AtomicInteger answered = new AtomicInteger();

    @Override
    public void answered(LocalCall call) {
      answered.incrementAndGet();
    }

    @Override
    public void over(LocalCall call) {}

    @Override
    public Object connection() {
      return this;
    }

    @Override
    public Object address() {
      return this;
    }
  }

  private static LocalCall call(Calls group, Mailbox<NodeReply> replies) {
    return new LocalCall(
        NODE,
        new Peer.Anonymous(),
        group,
        new NodeRequest.Report(0),
        Body.empty(),
        CONTEXT,
        replies);
  }

  /** A source that counts its ends, and the reads after them. */
  private static final class Counted implements ByteSource {
    private final AtomicInteger closes = new AtomicInteger();
    private final AtomicInteger lateReads = new AtomicInteger();

    @Override
    public Optional<Buffer> next() {
      lateReads.addAndGet(closes.get());
      Buffer bytes = HeapBuffer.copyOf(new byte[] {1});
      lateReads.addAndGet(closes.get());
      return Optional.of(bytes);
    }

    @Override
    public void close() {
      closes.incrementAndGet();
    }
  }

  /** The caller gets one reply, and the group counts the call down once. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one answer or one failure")
  @Outcome(expect = Expect.FORBIDDEN, desc = "no reply or two, or a wrong count of calls")
  @State
  public static class ACallHasOneReply {
    private final Calls group = new Calls();
    private final Mailbox<NodeReply> replies = new Mailbox<>();
    private final LocalCall call = call(group, replies);

    @Actor
    public void answer() {
      call.run(exchange -> exchange.reply(new NodeResponse.Done(), EmptySource.EMPTY));
    }

    @Actor
    public void expire() {
      call.fail(ErrorCode.TIMED_OUT, "late");
    }

    @Arbiter
    public void count(II_Result result) {
      while (replies.poll().isPresent()) {
        result.r1++;
      }
      result.r2 = group.answered.get();
    }
  }

  /** The source of an answer is closed once, and never while its reader is in it. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "closed after the last read")
  @Outcome(expect = Expect.FORBIDDEN, desc = "not closed, closed twice or read afterwards")
  @State
  public static class ASourceIsClosedOnce {
    private final Counted source = new Counted();
    private final LocalContent content =
        new LocalContent(call(new Calls(), new Mailbox<>()), source, 10);

    @Actor
    public void read() {
      try {
        content.next();
        content.next();
      } catch (AumbryException ended) {
        content.close();
      }
    }

    @Actor
    public void end() {
      content.end(LATE);
    }

    @Arbiter
    public void count(II_Result result) {
      result.r1 = source.closes.get();
      result.r2 = source.lateReads.get();
    }
  }
}
