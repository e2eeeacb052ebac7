package io.aumbry.deploy.operator.observation;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Reported;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Asks a node for its report, page by page. A node of an earlier build does not know requests of
 * the whole report and answers without the machine. It is asked again in the way that it knows.
 */
public final class NodePages implements NodeConversation {
  private static final Duration SLOW = Duration.ofSeconds(1);

  private final Time time;
  private final List<ReplicaReport> replicas = new ArrayList<>();
  private Optional<NodeReport> node = Optional.empty();
  private boolean asksWhole = true;
  private int asked;
  private long askedMillis;
  private OptionalLong clockErrorMillis = OptionalLong.empty();

  /** Creates a conversation that has not begun, by the observer's clock. */
  public NodePages(Time time) {
    this.time = time;
  }

  @Override
  public NodeRequest first() {
    askedMillis = time.wallMillis();
    return asksWhole
        ? NodeRequest.Report.whole(0)
        : new NodeRequest.Report(NodeRequest.Report.WITH_MACHINE);
  }

  @Override
  public Optional<NodeRequest> next(NodeResponse answer) {
    if (answer instanceof Reported page) {
      if (node.isEmpty() && asksWhole && page.node().machine().isEmpty()) {
        asksWhole = false;
        return Optional.of(first());
      }
      if (node.isEmpty()) {
        clockErrorMillis = clockError(page.node().nowMillis());
      }
      // Only the first page has the machine.
      node = Optional.of(node.map(first -> page.node().with(first.machine())).orElse(page.node()));
      replicas.addAll(page.replicas());
      return page.next() == Reported.NO_MORE ? Optional.empty() : Optional.of(after(page.next()));
    }
    throw refusal(answer);
  }

  /** A page that does not lead on would be asked for without an end. */
  private NodeRequest after(int partition) {
    if (partition <= asked) {
      throw new AumbryException(
          ErrorCode.INTERNAL,
          "the page from partition %d names partition %d as the next".formatted(asked, partition));
    }
    asked = partition;
    return asksWhole ? NodeRequest.Report.whole(partition) : new NodeRequest.Report(partition);
  }

  /**
   * The node's clock agrees if it shows a time between the request and the response. A slow
   * response says too little.
   */
  private OptionalLong clockError(long nodeMillis) {
    long receivedMillis = time.wallMillis();
    if (receivedMillis - askedMillis > SLOW.toMillis()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        nodeMillis > receivedMillis
            ? nodeMillis - receivedMillis
            : Math.min(0, nodeMillis - askedMillis));
  }

  /** The error for an unexpected response. */
  public static AumbryException refusal(NodeResponse answer) {
    return answer instanceof NodeResponse.Failed(ErrorCode code, String reason)
        ? new AumbryException(code, reason)
        : new AumbryException(ErrorCode.INTERNAL, "unexpected response " + answer);
  }

  /** The report, without pages that did not arrive. Empty if there was no response. */
  Optional<ClusterObservation.Said> said() {
    return node.map(known -> ClusterObservation.Said.of(known, replicas, clockErrorMillis));
  }
}
