package io.aumbry.server;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.flow.ContentReader;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.ConfirmationTimes;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.sealing.DiskFills;
import io.aumbry.store.BlobAccess.NewBlob;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.transport.node.NodeExchange;
import java.util.OptionalInt;
import java.util.function.Function;

/** Serves the requests of frontends on single blobs: puts, gets and changes. */
final class BlobOperations {
  private final ReplicaRegistry registry;
  private final Admission admission;
  private final NewRecordSignal newRecords;
  private final ConfirmationTimes times;
  private final DiskFills fills;
  private final Budget budget;

  BlobOperations(
      ReplicaRegistry registry,
      NewRecordSignal newRecords,
      ConfirmationTimes times,
      DiskFills fills,
      Budget budget) {
    this.registry = registry;
    this.fills = fills;
    this.admission = new Admission(registry);
    this.newRecords = newRecords;
    this.times = times;
    this.budget = budget;
  }

  /** The store verifies the content against its checksums before it writes any of it. */
  Reply put(NodeRequest.Put put, NodeExchange exchange) {
    HostedReplica replica = admission.forWrite(put.id().partition());
    int length = put.contentLength();
    if (length > ServerConfig.MAX_CONTENT) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "Content of " + length + " bytes, the limit is " + ServerConfig.MAX_CONTENT);
    }
    NewBlob blob =
        new NewBlob(
            put.id(), put.creationMillis(), put.expiryMillis(), put.metadata(), put.checksums());
    try (Claim claim = budget.open(exchange.context().claimant());
        Body content = ContentReader.read(exchange.content(), length, claim)) {
      Reply reply = change(replica, on -> on.blobs().put(blob, content, exchange.context()));
      return put.asksFill() ? withFill(replica, reply) : reply;
    }
  }

  private Reply withFill(HostedReplica replica, Reply reply) {
    OptionalInt fill = fills.of(replica.disk());
    return reply.response() instanceof NodeResponse.Done && fill.isPresent()
        ? Reply.of(new NodeResponse.Stored(fill.getAsInt()))
        : reply;
  }

  /**
   * An incomplete replica stores the delete but does not vouch for it. It may lack an undelete, so
   * the delete may have ended a life before the last one.
   */
  Reply delete(NodeRequest.Delete delete, RequestContext context) {
    HostedReplica replica = admission.forWrite(delete.id().partition());
    boolean vouches = Admission.mayDeny(replica);
    Reply reply =
        changeKnown(
            replica,
            vouches,
            on ->
                on.blobs()
                    .deleteLife(
                        delete.id(), delete.lifeVersion(), delete.deletedMillis(), context));
    return !vouches && reply.response() instanceof NodeResponse.Done(int life)
        ? Reply.of(new NodeResponse.DeleteRecorded(life))
        : reply;
  }

  Reply updateTtl(NodeRequest.UpdateTtl update, RequestContext context) {
    return changeKnown(update.id(), on -> on.blobs().updateTtl(update.id(), context));
  }

  Reply undelete(NodeRequest.Undelete undelete, RequestContext context) {
    return changeKnown(
        undelete.id(),
        on ->
            undelete.ahead()
                ? on.blobs().undeleteAhead(undelete.id(), undelete.life(), context)
                : on.blobs().undelete(undelete.id(), undelete.life(), context));
  }

  private Reply changeKnown(BlobId id, Function<HostedReplica, WriteResult> write) {
    HostedReplica replica = admission.forWrite(id.partition());
    return changeKnown(replica, Admission.mayDeny(replica), write);
  }

  private Reply changeKnown(
      HostedReplica replica, boolean mayDeny, Function<HostedReplica, WriteResult> write) {
    Reply reply = change(replica, write);
    if (reply.response() instanceof NodeResponse.Missing && !mayDeny) {
      throw Admission.unavailable(replica, "may lack the blob");
    }
    return reply;
  }

  /** An incomplete replica refuses, because its state of the blob may be outdated. */
  Reply look(NodeRequest.Look look, RequestContext context) {
    HostedReplica replica = admission.forRead(look.id().partition());
    if (!Admission.mayDeny(replica)) {
      throw Admission.unavailable(replica, "may lack the latest state of the blob");
    }
    return Reply.of(
        onStore(replica, on -> on.blobs().look(look.id(), context))
            .<NodeResponse>map(known -> known)
            .orElse(new NodeResponse.Missing(Absence.NOT_FOUND)));
  }

  private Reply change(HostedReplica replica, Function<HostedReplica, WriteResult> write) {
    WriteResult result = onStore(replica, write);
    return switch (result) {
      case NodeResponse.Done done -> {
        times.arrived(replica);
        newRecords.announce(replica.partition());
        yield Reply.of(done);
      }
      case NodeResponse.Missing missing -> Reply.of(missing);
      case WriteResult.Refused why ->
          Reply.failed(ErrorCode.CONFLICT, "The blob stays as it is: " + why);
    };
  }

  /**
   * An incomplete replica may have a blob without its delete. The sender therefore asks it last.
   */
  Reply get(NodeRequest.Get get, RequestContext context) {
    HostedReplica replica = admission.forRead(get.id().partition());
    boolean mayDeny = Admission.mayDeny(replica);
    if (!mayDeny && !get.includeDeleted() && !get.lastResort()) {
      throw Admission.unavailable(replica, "may lack the blob, or its delete");
    }
    ReadOptions options =
        new ReadOptions(get.includeDeleted(), get.includeExpired(), get.firstLife());
    ReadResult result =
        onStore(replica, on -> on.blobs().read(get.id(), get.range(), options, context));
    return switch (result) {
      case ReadResult.Found(NodeResponse.Found header, ByteSource content) ->
          new Reply(header, content);
      case NodeResponse.Unsatisfiable unsatisfiable -> Reply.of(unsatisfiable);
      case NodeResponse.Missing missing -> {
        if (!mayDeny) {
          throw Admission.unavailable(replica, "may lack the blob");
        }
        yield Reply.of(missing);
      }
    };
  }

  /**
   * If the store has stopped, its replica fails. If the disk has failed, so do all replicas on it.
   */
  private <T> T onStore(HostedReplica replica, Function<HostedReplica, T> use) {
    try {
      return use.apply(replica);
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.DISK_FAILED) {
        registry.fail(replica, e);
      }
      throw e;
    }
  }
}
