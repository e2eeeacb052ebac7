package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/** Binary form of the headers of node messages, drawn in the package description. */
public final class MessageCodec {
  /**
   * In bytes, without the length prefix. Enough for the largest metadata and the checksums of 64
   * MiB.
   */
  public static final int MAX_HEADER_SIZE = 128 * 1024;

  /** Size in bytes of a batch with an empty {@code held}. */
  public static final int BATCH_SIZE = 3 * Integer.BYTES + 9 * Long.BYTES + 1;

  /** Size in bytes of an element of {@code held}. */
  public static final int HELD_SIZE = 4 * Long.BYTES;

  private static final int VERSION = 1;

  private static final int PUT = 0x01;
  private static final int GET = 0x02;
  private static final int DELETE = 0x03;
  private static final int PULL = 0x04;
  private static final int UPDATE_TTL = 0x06;
  private static final int UNDELETE = 0x07;
  private static final int DELETE_LIFE = 0x08;
  private static final int LOOK = 0x09;
  private static final int REPORT = 0x0A;
  private static final int UNDELETE_AHEAD = 0x0B;
  private static final int PUT_ASKING_FILL = 0x0C;
  private static final int HINT = 0x0D;
  private static final int VERIFY = 0x0F;
  private static final int GET_AS_LAST_RESORT = 0x11;

  /** Number 0x05 was a confirmation without the asker's name. It must not be reused. */
  private static final int CONFIRM = 0x0E;

  private static final int COMPARE = 0x10;

  private static final int DONE = 0x81;
  private static final int FOUND = 0x82;
  private static final int MISSING = 0x83;
  private static final int UNSATISFIABLE = 0x84;
  private static final int PULLED = 0x85;
  private static final int FAILED = 0x86;
  private static final int DONE_IN_LIFE = 0x87;
  private static final int MISSING_IN_LIFE = 0x88;
  private static final int KNOWN = 0x89;
  private static final int COMPARED = 0x90;
  private static final int REPORTED = 0x8A;

  /**
   * Only for requests that ask for the machine, because earlier builds do not know it. 0x91 was in
   * use by them.
   */
  private static final int REPORTED_WITH_MACHINE = 0x92;

  /** Only for requests of a whole report, because earlier builds do not know it. */
  private static final int REPORTED_WHOLE = 0x93;

  private static final int STORED = 0x8B;
  private static final int DELETE_RECORDED = 0x8C;

  private static final int RANGE_NONE = 0;
  private static final int RANGE_ALL = 1;
  private static final int RANGE_FROM_TO = 2;
  private static final int RANGE_FROM = 3;
  private static final int RANGE_SUFFIX = 4;

  private MessageCodec() {}

  public static ByteBuffer encode(Envelope envelope) {
    HeaderWriter to = new HeaderWriter().u8(VERSION);
    NodeRequest request = envelope.request();
    to.u8(typeOf(request)).text(envelope.requestId()).u32(envelope.timeoutMillis());
    switch (request) {
      case NodeRequest.Put put ->
          to.blobId(put.id())
              .u64(put.creationMillis())
              .u64(put.expiryMillis())
              .bytes(put.metadata())
              .u32(put.contentLength())
              .checksums(put.checksums());
      case NodeRequest.Get get ->
          writeRange(to.blobId(get.id()), get.range())
              .flag(get.includeDeleted())
              .flag(get.includeExpired())
              .u32(get.firstLife());
      case NodeRequest.Delete delete -> writeDelete(to, delete);
      case NodeRequest.UpdateTtl keep -> to.blobId(keep.id());
      case NodeRequest.Undelete(var id, var life, _) ->
          to.blobId(id).u32(life.version()).u64(life.deletedMillis()).u64(life.undeletedMillis());
      case NodeRequest.Look look -> to.blobId(look.id());
      case NodeRequest.Hint hint -> to.blobId(hint.id());
      case NodeRequest.Pull pull ->
          to.text(pull.puller())
              .list(pull.points(), point -> writePoint(to, point))
              .u8(pull.form().wire())
              .u32(pull.maxBytes())
              .u32(pull.waitMillis())
              .u64(pull.earlier().exchange())
              .list(pull.earlier().dropped(), to::u32);
      case NodeRequest.Confirm confirm ->
          to.text(confirm.asker())
              .u32(confirm.partition())
              .uuid(confirm.store())
              .u64(confirm.last())
              .u64(confirm.openedMillis());
      case NodeRequest.Compare compare -> CompareCodec.write(to, compare);
      case NodeRequest.Report report -> to.u32(report.fromPartition());
      case NodeRequest.Verify verify ->
          to.u32(verify.partition()).u64(verify.untilMillis()).u32(verify.blobsPerSecond());
    }
    return to.finish();
  }

  private static int typeOf(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Put put -> put.asksFill() ? PUT_ASKING_FILL : PUT;
      case NodeRequest.Get get -> get.lastResort() ? GET_AS_LAST_RESORT : GET;
      case NodeRequest.Delete delete -> ofFirstLife(delete) ? DELETE : DELETE_LIFE;
      case NodeRequest.UpdateTtl _ -> UPDATE_TTL;
      case NodeRequest.Undelete undelete -> undelete.ahead() ? UNDELETE_AHEAD : UNDELETE;
      case NodeRequest.Look _ -> LOOK;
      case NodeRequest.Hint _ -> HINT;
      case NodeRequest.Pull _ -> PULL;
      case NodeRequest.Confirm _ -> CONFIRM;
      case NodeRequest.Compare _ -> COMPARE;
      case NodeRequest.Report _ -> REPORT;
      case NodeRequest.Verify _ -> VERIFY;
    };
  }

  private static boolean ofFirstLife(NodeRequest.Delete delete) {
    return delete.lifeVersion() == 0;
  }

  private static void writeDelete(HeaderWriter to, NodeRequest.Delete delete) {
    to.blobId(delete.id()).u64(delete.deletedMillis());
    if (!ofFirstLife(delete)) {
      to.u32(delete.lifeVersion());
    }
  }

  public static ByteBuffer encode(NodeResponse response) {
    HeaderWriter to = new HeaderWriter().u8(VERSION);
    switch (response) {
      case NodeResponse.Done(int life) -> writeLife(to, DONE, DONE_IN_LIFE, life);
      case NodeResponse.DeleteRecorded(int life) -> to.u8(DELETE_RECORDED).u32(life);
      case NodeResponse.Stored(int fill) -> to.u8(STORED).u32(fill);
      case NodeResponse.Known known ->
          writeState(to.u8(KNOWN), known.state())
              .u64(known.changedMillis())
              .flag(known.held())
              .flag(known.over());
      case NodeResponse.Found found ->
          writeState(to.u8(FOUND), found.state())
              .bytes(found.metadata())
              .u32(found.contentSize())
              .u32(found.contentFrom())
              .u32(found.contentLength())
              .checksums(found.checksums());
      case NodeResponse.Missing(var absence, int life) ->
          writeLife(to, MISSING, MISSING_IN_LIFE, life).u8(absence.wire());
      case NodeResponse.Unsatisfiable unsatisfiable ->
          to.u8(UNSATISFIABLE).u64(unsatisfiable.contentSize());
      case NodeResponse.Pulled pulled ->
          to.u8(PULLED)
              .u64(pulled.exchange())
              .u8(pulled.scope().wire())
              .list(pulled.batches(), batch -> writeBatch(to, batch));
      case NodeResponse.Compared compared ->
          to.u8(COMPARED).uuid(compared.store()).u32(compared.covered()).u32(compared.length());
      case NodeResponse.Reported reported -> {
        Optional<MachineReport> machine = reported.node().machine();
        if (reported.tellsPeers()) {
          ReportCodec.writeWhole(to.u8(REPORTED_WHOLE), reported);
        } else {
          ReportCodec.write(
              to.u8(machine.isPresent() ? REPORTED_WITH_MACHINE : REPORTED), reported);
          machine.ifPresent(its -> ReportCodec.write(to, its));
        }
      }
      case NodeResponse.Failed failed ->
          to.u8(FAILED).u8(failed.code().wire()).text(failed.reason());
    }
    return to.finish();
  }

  /** Writes the type, and the life version only after an undelete. Most blobs never have one. */
  private static HeaderWriter writeLife(HeaderWriter to, int ofFirst, int ofOther, int life) {
    return life == 0 ? to.u8(ofFirst) : to.u8(ofOther).u32(life);
  }

  private static HeaderWriter writeState(HeaderWriter to, BlobState state) {
    return to.u32(state.lifeVersion()).flag(state.deleted()).u64(state.expiryMillis());
  }

  private static BlobState readState(HeaderReader from) {
    return new BlobState(readLife(from), from.flag(), from.u64());
  }

  /** Size in bytes of a replica's report within a header. */
  public static int sizeOf(ReplicaReport replica) {
    return ReportCodec.writeMissing(ReportCodec.write(new HeaderWriter(), replica), replica).size();
  }

  /**
   * Reads the header of a request.
   *
   * @param header without the length prefix
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} or {@link
   *     ErrorCode#UNSUPPORTED_VERSION}
   */
  public static Envelope decodeRequest(ByteBuffer header) {
    return decode(
        header,
        from -> {
          int type = from.u8();
          return new Envelope(from.text(), from.u32(), readRequest(type, from));
        });
  }

  /**
   * Reads the header of a response.
   *
   * @param header without the length prefix
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} or {@link
   *     ErrorCode#UNSUPPORTED_VERSION}
   */
  public static NodeResponse decodeResponse(ByteBuffer header) {
    return decode(header, from -> readResponse(from.u8(), from));
  }

  private static <T> T decode(ByteBuffer header, Function<HeaderReader, T> message) {
    try {
      HeaderReader from = new HeaderReader(header.slice());
      int version = from.u8();
      if (version != VERSION) {
        throw new AumbryException(
            ErrorCode.UNSUPPORTED_VERSION,
            "Node message of version " + version + ", must be " + VERSION);
      }
      T decoded = message.apply(from);
      from.finish();
      return decoded;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "Node message header of " + header.remaining() + " bytes: " + e,
          e);
    }
  }

  private static NodeRequest readRequest(int type, HeaderReader from) {
    return switch (type) {
      case PUT, PUT_ASKING_FILL ->
          new NodeRequest.Put(
              from.blobId(),
              from.u64(),
              from.u64(),
              from.bytes(),
              from.u32(),
              from.checksums(),
              type == PUT_ASKING_FILL);
      case GET, GET_AS_LAST_RESORT ->
          new NodeRequest.Get(
              from.blobId(),
              readRange(from),
              from.flag(),
              from.flag(),
              from.u32(),
              type == GET_AS_LAST_RESORT);
      case DELETE -> new NodeRequest.Delete(from.blobId(), from.u64());
      case DELETE_LIFE -> new NodeRequest.Delete(from.blobId(), from.u64(), readLife(from));
      case UPDATE_TTL -> new NodeRequest.UpdateTtl(from.blobId());
      case UNDELETE, UNDELETE_AHEAD ->
          new NodeRequest.Undelete(
              from.blobId(),
              new NodeRequest.Undelete.Life(from.u32(), from.u64(), from.u64()),
              type == UNDELETE_AHEAD);
      case LOOK -> new NodeRequest.Look(from.blobId());
      case HINT -> new NodeRequest.Hint(from.blobId());
      case PULL ->
          new NodeRequest.Pull(
              from.text(),
              from.list(POINT_SIZE, () -> readPoint(from)),
              readForm(from.u8()),
              from.u32(),
              from.u32(),
              new NodeRequest.Pull.Earlier(from.u64(), from.list(Integer.BYTES, from::u32)));
      case CONFIRM ->
          new NodeRequest.Confirm(from.text(), from.u32(), from.uuid(), from.u64(), from.u64());
      case COMPARE -> CompareCodec.read(from);
      case REPORT -> new NodeRequest.Report(from.u32());
      case VERIFY -> new NodeRequest.Verify(from.u32(), from.u64(), from.u32());
      default -> throw new IllegalArgumentException("request type " + type);
    };
  }

  private static NodeResponse readResponse(int type, HeaderReader from) {
    return switch (type) {
      case DONE -> new NodeResponse.Done();
      case DONE_IN_LIFE -> new NodeResponse.Done(readLife(from));
      case DELETE_RECORDED -> new NodeResponse.DeleteRecorded(readLife(from));
      case STORED -> new NodeResponse.Stored(from.u32());
      case KNOWN -> new NodeResponse.Known(readState(from), from.u64(), from.flag(), from.flag());
      case FOUND ->
          new NodeResponse.Found(
              readState(from), from.bytes(), from.u32(), from.u32(), from.u32(), from.checksums());
      case MISSING -> new NodeResponse.Missing(readAbsence(from.u8()));
      case MISSING_IN_LIFE -> {
        int life = readLife(from);
        yield new NodeResponse.Missing(readAbsence(from.u8()), life);
      }
      case UNSATISFIABLE -> new NodeResponse.Unsatisfiable(from.u64());
      case PULLED ->
          new NodeResponse.Pulled(
              from.u64(), readScope(from.u8()), from.list(BATCH_SIZE, () -> readBatch(from)));
      case COMPARED -> new NodeResponse.Compared(from.uuid(), from.u32(), from.u32());
      case REPORTED -> ReportCodec.read(from);
      case REPORTED_WITH_MACHINE -> ReportCodec.read(from).with(ReportCodec.readMachine(from));
      case REPORTED_WHOLE -> ReportCodec.readWhole(from);
      case FAILED -> new NodeResponse.Failed(readCode(from.u8()), from.text());
      default -> throw new IllegalArgumentException("response type " + type);
    };
  }

  private static int readLife(HeaderReader from) {
    return BlobState.requireLifeVersion(from.u32());
  }

  private static HeaderWriter writeRange(HeaderWriter to, ByteRange range) {
    return switch (range) {
      case ByteRange.None() -> to.u8(RANGE_NONE);
      case ByteRange.All() -> to.u8(RANGE_ALL);
      case ByteRange.FromTo(long first, long last) -> to.u8(RANGE_FROM_TO).u64(first).u64(last);
      case ByteRange.From(long first) -> to.u8(RANGE_FROM).u64(first);
      case ByteRange.Suffix(long length) -> to.u8(RANGE_SUFFIX).u64(length);
    };
  }

  private static ByteRange readRange(HeaderReader from) {
    int type = from.u8();
    return switch (type) {
      case RANGE_NONE -> new ByteRange.None();
      case RANGE_ALL -> new ByteRange.All();
      case RANGE_FROM_TO -> new ByteRange.FromTo(from.u64(), from.u64());
      case RANGE_FROM -> new ByteRange.From(from.u64());
      case RANGE_SUFFIX -> new ByteRange.Suffix(from.u64());
      default -> throw new IllegalArgumentException("range type " + type);
    };
  }

  private static final int POINT_SIZE = 2 * Integer.BYTES + 5 * Long.BYTES;

  private static void writePoint(HeaderWriter to, NodeRequest.Pull.From point) {
    to.u32(point.partition())
        .uuid(point.store())
        .u64(point.after())
        .u64(point.openedMillis())
        .u64(point.inStepMillis())
        .u64(point.agreedMillis())
        .u32(point.maxBytes());
  }

  private static NodeRequest.Pull.From readPoint(HeaderReader from) {
    return new NodeRequest.Pull.From(
        from.u32(), from.uuid(), from.u64(), from.u64(), from.u64(), from.u64(), from.u32());
  }

  private static NodeRequest.Pull.Form readForm(int wire) {
    return NodeRequest.Pull.Form.ofWire(wire)
        .orElseThrow(() -> new IllegalArgumentException("form " + wire));
  }

  private static NodeResponse.Pulled.Scope readScope(int wire) {
    return NodeResponse.Pulled.Scope.ofWire(wire)
        .orElseThrow(() -> new IllegalArgumentException("scope " + wire));
  }

  private static void writeBatch(HeaderWriter to, Batch batch) {
    Source source = batch.source();
    to.u32(batch.partition())
        .uuid(source.store())
        .u64(source.end())
        .u64(source.bytes())
        .flag(source.complete())
        .u64(source.opening().millis())
        .u64(source.opening().start())
        .u64(source.agreedMillis())
        .u64(source.inStepMillis())
        .u64(batch.last())
        .list(batch.held(), held -> to.uuid(held.store()).u64(held.last()).u64(held.openedMillis()))
        .u32(batch.length());
  }

  private static Batch readBatch(HeaderReader from) {
    return new Batch(
        from.u32(),
        new Source(
            from.uuid(),
            from.u64(),
            from.u64(),
            from.flag(),
            new Opening(from.u64(), from.u64()),
            from.u64(),
            from.u64()),
        from.u64(),
        from.list(HELD_SIZE, () -> new Held(from.uuid(), from.u64(), from.u64())),
        from.u32());
  }

  private static NodeResponse.Absence readAbsence(int wire) {
    return NodeResponse.Absence.ofWire(wire)
        .orElseThrow(() -> new IllegalArgumentException("absence " + wire));
  }

  private static ErrorCode readCode(int wire) {
    return ErrorCode.ofWire(wire).orElse(ErrorCode.INTERNAL);
  }
}
