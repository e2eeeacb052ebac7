package io.aumbry.router.operation;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.replica.ReplicaRead;
import io.aumbry.router.replica.RouterContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A range of a blob that is cut into chunks. The source asks nodes for the part being read and for
 * a few parts behind it, each with memory claimed for it. Parts begin small and grow to whole
 * chunks as the client takes them, so that a client that reads nothing costs little. One claim
 * lasts from beginning to end, so that a read that has begun never waits for room: without room to
 * grow, parts stay small. Reading ahead uses memory that is plentiful, once the client has taken
 * half a chunk. Nothing is asked for as long as the client admits no bytes.
 *
 * <p>A page of the manifest is read when all bytes before it are passed on, in the memory claimed
 * for the next part.
 *
 * <p>Chunks are read whatever their own state is. They are deleted after the manifest only, and a
 * reader that has the manifest may finish.
 */
final class ChunkedSource implements ByteSource {
  /** The first part, in bytes. */
  private static final int FIRST_PART = 4 * BlockChecksums.BLOCK_SIZE;

  private static final int GROWTH = 4;

  private final RouterContext services;
  private final RequestContext context;
  private final ChunkCursor chunks;
  private final ByteRange.Resolved range;

  /** The memory for a page; 0 if the manifest has none. */
  private final int pageBytes;

  private final Deque<HeldSource> asked = new ArrayDeque<>(2);

  /** Where in the blob the next part begins. */
  private long position;

  private boolean begun;
  private long handedOn;

  /** The claim that stays until the last bytes are sent. */
  private Claim last;

  /**
   * Reads {@code range}, which is not empty.
   *
   * @param claim on room for {@link #firstClaim}, which is taken over
   */
  ChunkedSource(
      RouterContext services,
      Manifest manifest,
      ByteRange.Resolved range,
      Claim claim,
      RequestContext context) {
    this.services = services;
    this.context = context;
    this.range = range;
    this.pageBytes = PageRead.bytesFor(manifest);
    this.chunks = new ChunkCursor(manifest, new PageRead(services, context));
    this.position = range.from();
    this.last = claim;
    if (context.claimant().admitsBytes()) {
      begin();
    }
  }

  private void begin() {
    begun = true;
    askNext(last);
  }

  /** The memory in bytes to begin with: for the first part, and for a page before it. */
  static long firstClaim(Manifest manifest, ByteRange.Resolved range) {
    int largest =
        switch (manifest) {
          case Manifest.OfChunks(var chunks) -> ChunkCursor.largest(chunks);
          case Manifest.OfPages _ -> Integer.MAX_VALUE;
        };
    long part = Math.min(GetOperation.withBlocks(FIRST_PART), largestPart(largest, range));
    return Math.max(part, PageRead.bytesFor(manifest));
  }

  private long largest() {
    return largestPart(chunks.largest(), range);
  }

  private static long largestPart(int largestChunk, ByteRange.Resolved range) {
    return Math.min(largestChunk, GetOperation.withBlocks(range.length()));
  }

  @Override
  public Optional<Buffer> next() {
    if (!begun) {
      begin();
    }
    while (!asked.isEmpty()) {
      readAhead();
      HeldSource current = asked.getFirst();
      Optional<Buffer> bytes = current.source().next();
      if (bytes.isPresent()) {
        handedOn += bytes.get().size();
        return bytes;
      }
      asked.removeFirst();
      goOn(current.claim());
    }
    return Optional.empty();
  }

  private void readAhead() {
    while (handedOn >= largest() / 2
        && asked.size() <= services.config().pipeline().readAhead()
        && isMoreToAsk()
        && chunks.isLoaded(position)) {
      Claim claim = services.budget().open(context.claimant());
      if (!claim.tryGrowIfAmple(Math.max(largest(), pageBytes))) {
        return;
      }
      askNext(claim);
    }
  }

  private void goOn(Claim free) {
    if (!asked.isEmpty()) {
      free.close();
    } else if (isMoreToAsk()) {
      long held = free.held();
      var _ = free.tryGrow(Math.max(0, Math.min(largest(), held * GROWTH) - held));
      askNext(free);
    } else {
      last = free;
    }
  }

  private boolean isMoreToAsk() {
    return position < range.to();
  }

  /** Asks for the part of one chunk that fits into {@code claim}. */
  private void askNext(Claim claim) {
    try {
      chunks.moveTo(position);
      Manifest.Chunk chunk = chunks.chunk();
      long from = position - chunks.start();
      long end = Math.min(chunk.length(), range.to() - chunks.start());
      long to = end - from <= claim.held() ? end : Math.min(end, from + part(claim));
      position = chunks.start() + to;
      ReplicaRead read =
          new ReplicaRead(
              services.nodes(),
              services.config().writeQuorum(),
              new NodeRequest.Get(chunk.id(), new ByteRange.None(), true, true),
              context);
      read.ask(new ByteRange.FromTo(from, to - 1));
      asked.add(new HeldSource(new RecordSource(read, from, to), claim));
    } catch (RuntimeException | Error failure) {
      claim.close();
      throw failure;
    }
  }

  /** A part of a chunk comes with the rest of the blocks in which it begins and ends. */
  private static long part(Claim claim) {
    long blocks = 2L * BlockChecksums.BLOCK_SIZE;
    return Math.max(BlockChecksums.BLOCK_SIZE, claim.held() - blocks);
  }

  @Override
  public void close() {
    asked.forEach(HeldSource::close);
    asked.clear();
    last.close();
  }
}
