package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.policy.KnownStates;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.replica.StorageNodes.Call;
import io.aumbry.router.replica.StorageNodes.Route;
import io.aumbry.transport.node.NodeReply;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks the replicas of one data centre for the state of a blob. Enough must answer to overlap every
 * write quorum.
 */
public final class StateQuery {
  private final StorageNodes nodes;
  private final int writeQuorum;
  private final RequestContext context;
  private final BlobId id;
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private final List<Call> active = new ArrayList<>(3);
  private final List<Known> known = new ArrayList<>(3);

  /** Number of replicas, including unknown ones. */
  private int toHear;

  private int notFound;
  private String reasons = "";

  public StateQuery(StorageNodes nodes, int writeQuorum, BlobId id, RequestContext context) {
    this.nodes = nodes;
    this.writeQuorum = writeQuorum;
    this.context = context;
    this.id = id;
  }

  public enum Patience {
    /** Until enough have answered. */
    ENOUGH,
    /** Until all have answered or failed. */
    ALL
  }

  public StateQuery begin(int dataCenter) {
    Route route = nodes.route(id);
    toHear = route.replicasThatCount(dataCenter);
    for (Replica replica : route.replicasIn(dataCenter)) {
      active.add(nodes.ask(replica, new NodeRequest.Look(id), context, replies, false));
    }
    return this;
  }

  /**
   * Waits for enough replicas, or for all if {@code patience} says so.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} or {@link ErrorCode#TIMED_OUT}
   */
  public KnownStates await(Patience patience) {
    int enough = Quorum.Strategy.overlap(toHear, writeQuorum);
    while (!active.isEmpty() && (patience == Patience.ALL || answers() < enough)) {
      settle(replies.take());
    }
    active.forEach(call -> call.handle().cancel());
    if (answers() < enough) {
      boolean late = context.deadline().hasPassed(context.carrier().time());
      throw new AumbryException(
          late ? ErrorCode.TIMED_OUT : ErrorCode.QUORUM_NOT_REACHED,
          "Too few replicas report the state of blob " + id + reasons);
    }
    return new KnownStates(known, notFound, toHear - answers());
  }

  private int answers() {
    return known.size() + notFound;
  }

  private void settle(NodeReply reply) {
    for (int i = 0; i < active.size(); i++) {
      if (active.get(i).handle().equals(reply.call())) {
        settle(active.remove(i).replica(), reply);
        return;
      }
    }
    throw new IllegalStateException("a second reply to a call, from " + reply.call().node().id());
  }

  private void settle(Replica replica, NodeReply reply) {
    switch (reply) {
      case NodeReply.Failure(var _, ErrorCode code, String reason) -> {
        nodes.unanswered(replica, code, reason);
        add(replica, code, reason);
      }
      case NodeReply.Answer(var _, NodeResponse response, var content) -> {
        content.close();
        nodes.answered(replica, response);
        settle(replica, response);
      }
    }
  }

  private void settle(Replica replica, NodeResponse response) {
    switch (response) {
      case Known said -> known.add(said);
      case NodeResponse.Missing _ -> notFound++;
      case NodeResponse.Failed(ErrorCode code, String reason) -> failed(replica, code, reason);
      case NodeResponse.Done _,
          NodeResponse.DeleteRecorded _,
          NodeResponse.Stored _,
          NodeResponse.Found _,
          NodeResponse.Pulled _,
          NodeResponse.Compared _,
          NodeResponse.Reported _,
          NodeResponse.Unsatisfiable _ ->
          failed(replica, ErrorCode.INTERNAL, "unexpected kind of answer");
    }
  }

  private void failed(Replica replica, ErrorCode code, String reason) {
    nodes.failed(replica, code, reason);
    add(replica, code, reason);
  }

  private void add(Replica replica, ErrorCode code, String reason) {
    reasons += "; " + replica.node().id() + ": " + code + " " + reason;
  }
}
