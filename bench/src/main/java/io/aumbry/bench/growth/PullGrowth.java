package io.aumbry.bench.growth;

import io.aumbry.protocol.message.Envelope;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** The headers of a round of replication between two nodes with common partitions at rest. */
final class PullGrowth {
  private static final int WAIT_MILLIS = 10_000;
  private static final int CONTENT = 256 << 10;

  private PullGrowth() {}

  /**
   * The result, in bytes of a pull and its answer.
   *
   * @param whole the first round
   * @param continued a later one
   */
  record Row(int partitions, long whole, long continued) {}

  /** Up to 1,000 partitions, of which each is on both nodes. */
  static Row measure(int partitions) {
    List<Pull.From> points = IntStream.range(0, partitions).mapToObj(PullGrowth::point).toList();
    List<Batch> batches = IntStream.range(0, partitions).mapToObj(PullGrowth::batch).toList();
    return new Row(
        partitions,
        bytes(pull(points, Pull.Earlier.NONE), new Pulled(1, Pulled.Scope.ALL, batches)),
        bytes(
            pull(List.of(), new Pull.Earlier(1, List.of())),
            new Pulled(2, Pulled.Scope.CHANGES, List.of())));
  }

  private static Pull pull(List<Pull.From> points, Pull.Earlier earlier) {
    return new Pull("node-1", points, Pull.Form.SUMMARIES, CONTENT, WAIT_MILLIS, earlier);
  }

  private static UUID store(int partition) {
    return new UUID(1, partition);
  }

  private static Pull.From point(int partition) {
    return new Pull.From(partition, store(partition), 100, 1, 1, 1, Integer.MAX_VALUE);
  }

  private static Batch batch(int partition) {
    Source source = new Source(store(partition), 100, 0, true, new Opening(1, 100), 1, 1);
    return new Batch(partition, source, 100, List.of(), 0);
  }

  private static long bytes(Pull pull, Pulled answer) {
    Envelope envelope = new Envelope("pull-0123456789abcdef", WAIT_MILLIS, pull);
    long asked = MessageCodec.encode(envelope).remaining();
    return asked + MessageCodec.encode(answer).remaining();
  }
}
