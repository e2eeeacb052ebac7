package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.flow.BodyCutter;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HeadRange;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerProgress;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the newest records of a peer in another data centre first, if its store is far ahead and
 * the configuration asks for it. See {@link HeadRange}. When this fails, the oldest records come
 * first for a while. Used by one puller's thread.
 */
final class NewestFirst {
  private static final Logger LOG = LoggerFactory.getLogger(NewestFirst.class);

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Cooldown cooldown;
  private final Map<Integer, HeadCursor> cursors = new HashMap<>();
  private final BulkCopyBackoff avoided;

  NewestFirst(NodeId peer, PullerContext context, PeerCalls calls, Cooldown cooldown) {
    this.peer = peer;
    this.context = context;
    this.calls = calls;
    this.cooldown = cooldown;
    this.avoided = new BulkCopyBackoff("the newest records", peer, context);
  }

  /** To be asked after the batch was processed, although records of it are missing. */
  boolean begins(HostedReplica replica, Batch batch) {
    if (!context.config().elsewhere().newestFirst()
        || batch.source().bytes() <= context.config().elsewhere().farAhead()
        || avoided.has(replica.partition())
        || !isFar()) {
      return false;
    }
    begin(replica, batch.source());
    LOG.atInfo()
        .addKeyValue("peer", peer)
        .addKeyValue("partition", replica.partition())
        .log("about {} bytes are missing, fetching the newest first", batch.source().bytes());
    return isAhead(replica);
  }

  private void begin(HostedReplica replica, Source source) {
    long damages = replica.damaged().version();
    replica.progress().beginHead(peer, source, damages);
    cursors.remove(replica.partition());
  }

  private boolean isFar() {
    ClusterView view = context.environment().views().current();
    return view.node(peer)
        .filter(node -> PeerLink.distance(node, view) == Distance.FAR)
        .isPresent();
  }

  boolean isAhead(HostedReplica replica) {
    // New damage here drops the head range.
    replica.progress().next(peer, replica.damaged().version());
    return !replica.progress().of(peer).head().isNone();
  }

  /**
   * Requests one piece next to the head range of each of these replicas, and fetches its missing
   * records. Returns whether a range has grown.
   */
  boolean round(StorageNode node, List<HostedReplica> replicas) {
    List<HeadWindow> windows = windows(replicas);
    if (windows.isEmpty()) {
      return true;
    }
    int room = HeadCursor.MOST_STEP * RecordSummary.SIZE;
    List<Pull.From> points =
        windows.stream().map(window -> point(window, room / windows.size())).toList();
    Pull pull = new Pull(context.self().name(), points, Pull.Form.AHEAD, room, 0);
    try (PeerAnswer<Pulled> answer = calls.pullNow(node, pull, Duration.ZERO)) {
      return digest(node, windows, answer);
    }
  }

  private List<HeadWindow> windows(List<HostedReplica> replicas) {
    int most = Math.max(1, HeadCursor.MOST_STEP / replicas.size());
    return replicas.stream()
        .map(replica -> window(replica, most))
        // A range that has just met the token is gone.
        .filter(window -> !window.head().isNone())
        .sorted(Comparator.comparing(window -> !window.isAbove()))
        .toList();
  }

  private HeadWindow window(HostedReplica replica, int most) {
    PeerProgress known = replica.progress().of(peer);
    HeadRange head = known.head();
    boolean isEcho = cursor(replica).takeEcho();
    return known.end() > head.last() && !isEcho
        ? HeadWindow.above(replica, head)
        : new HeadWindow(
            replica, head, cursor(replica).next(head.after(), known.token().last(), most));
  }

  private HeadCursor cursor(HostedReplica replica) {
    return cursors.computeIfAbsent(replica.partition(), _ -> new HeadCursor());
  }

  private Pull.From point(HeadWindow window, int room) {
    HostedReplica replica = window.replica();
    PeerToken token = replica.progress().of(peer).token();
    long records = window.isAbove() ? HeadCursor.MOST_STEP : window.head().after() - window.after();
    long bytes = Math.clamp(records * RecordSummary.SIZE, 1, Math.max(1, room));
    return new Pull.From(
            replica.partition(), token.store(), window.after(), token.openedMillis(), (int) bytes)
        .withAgreed(replica.progress().recency().agreedMillis());
  }

  private record AnsweredWindow(HeadWindow window, Batch batch, Body content)
      implements AutoCloseable {
    RecordBatch records() {
      return new RecordBatch(content, batch.last());
    }

    @Override
    public void close() {
      content.close();
    }
  }

  private boolean digest(StorageNode node, List<HeadWindow> windows, PeerAnswer<Pulled> answer) {
    BodyCutter cutter = new BodyCutter(answer.content());
    Map<Integer, HeadWindow> unanswered =
        windows.stream()
            .collect(Collectors.toMap(each -> each.replica().partition(), Function.identity()));
    List<AnsweredWindow> answered = new ArrayList<>();
    try {
      for (Batch batch : answer.response().batches()) {
        Body content = cutter.next(batch.length());
        HeadWindow window = unanswered.remove(batch.partition());
        if (window == null || !isUsable(window, batch)) {
          content.close();
        } else {
          answered.add(new AnsweredWindow(window, batch, content));
        }
      }
      unanswered.values().forEach(each -> failed(each.replica(), "could not be read by the peer"));
      return settle(node, answered);
    } finally {
      answered.forEach(AnsweredWindow::close);
      context.progressed().run();
    }
  }

  /** Whether the answer is about the requested store and opening, and reaches the range. */
  private boolean isUsable(HeadWindow window, Batch batch) {
    HostedReplica replica = window.replica();
    replica.progress().heardAhead(peer, batch.source());
    if (!replica.progress().of(peer).head().equals(window.head()) || replica.isDoubtful()) {
      return false;
    }
    if (!window.reachesHead(batch)) {
      cursor(replica).endedAt(window.after(), batch.last());
      return false;
    }
    return batch.last() > window.after();
  }

  /**
   * Fetches the missing records, unless another puller is fetching for the replica from another
   * data centre.
   */
  private boolean settle(StorageNode node, List<AnsweredWindow> all) {
    PeerLink link = PeerLink.from(node, context.environment().views().current(), context);
    RecordFetch fetch = new RecordFetch(context, calls, cooldown::add);
    List<AnsweredWindow> wanting = new ArrayList<>();
    long room = context.pace(Distance.FAR).within(context.config().tuning().roundBytes());
    boolean moved = false;
    try {
      for (AnsweredWindow answered : all) {
        HostedReplica replica = answered.window().replica();
        Optional<List<MissingRecord>> lacking = lacking(answered);
        List<MissingRecord> wanted = answered.window().nearest(lacking.orElse(List.of()), room);
        if (isOvertaken(answered, lacking)) {
          begin(replica, answered.batch().source());
        } else if (!wanted.isEmpty() && replica.progress().claimFetch(Distance.FAR)) {
          wanting.add(answered);
          room -= wanted.stream().mapToLong(MissingRecord::length).sum();
          fetch.add(replica, answered.batch(), MissingRange.of(wanted));
        } else if (lacking.isPresent()) {
          moved |= extend(answered, lacking.get());
        }
      }
      fetch.run(node, link);
      for (AnsweredWindow answered : wanting) {
        moved |= extendByFetched(answered);
      }
      return moved;
    } finally {
      wanting.forEach(
          answered -> answered.window().replica().progress().releaseFetch(Distance.FAR));
    }
  }

  /**
   * Whether the peer is far ahead of the range by records that are missing here, so that a new
   * range begins at its end. Records that are here do not count: the peer may append the records
   * that it pulls from here, and the range would never grow.
   */
  private boolean isOvertaken(AnsweredWindow answered, Optional<List<MissingRecord>> lacking) {
    return answered.window().isAbove()
        && answered.batch().source().bytes() > context.config().elsewhere().farAhead()
        && lacking.filter(records -> !records.isEmpty()).isPresent();
  }

  /** Empty if the store cannot tell, or if the range is contradicted. */
  private Optional<List<MissingRecord>> lacking(AnsweredWindow answered) {
    HostedReplica replica = answered.window().replica();
    try {
      List<MissingRecord> lacking =
          replica.feed().lacking(answered.records(), calls.storeContext());
      if (answered.window().contradicts(lacking)) {
        replica.progress().forgetHead(peer);
        return Optional.empty();
      }
      return Optional.of(lacking);
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return Optional.empty();
    }
  }

  private boolean extendByFetched(AnsweredWindow answered) {
    Optional<List<MissingRecord>> lacking = lacking(answered);
    boolean moved = lacking.isPresent() && extend(answered, lacking.get());
    if (!moved) {
      failed(answered.window().replica(), "could not be appended");
    }
    return moved;
  }

  /** Returns whether the range has grown. */
  private boolean extend(AnsweredWindow answered, List<MissingRecord> lacking) {
    HeadWindow window = answered.window();
    HeadRange to = window.reached(answered.batch(), lacking);
    if (to.equals(window.head())) {
      return false;
    }
    HostedReplica replica = window.replica();
    replica.progress().extendHead(peer, window.head(), to);
    if (window.isAbove() && lacking.isEmpty()) {
      cursor(replica).echoed();
    } else if (!window.isAbove() && to.after() == window.after()) {
      cursor(replica).reached();
    }
    return true;
  }

  private void failed(HostedReplica replica, String why) {
    replica.progress().forgetHead(peer);
    avoided.failed(replica, why);
  }
}
