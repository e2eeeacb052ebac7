package io.aumbry.router;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A range of a blob that is cut into chunks. The source asks nodes for the chunk being read and for
 * a few chunks behind it, each with memory claimed for it. One claim lasts from beginning to end,
 * so that a read that has begun never waits for room. Reading ahead uses memory that is plentiful
 * now, and begins when the client has taken half of a chunk.
 *
 * <p>Chunks are read whatever their own state is. They are deleted after the manifest only, and a
 * reader that has the manifest may finish.
 */
final class ChunkedSource implements ByteSource {
  private final RouterParts parts;
  private final RequestContext context;
  private final Iterator<Manifest.Chunk> chunks;
  private final ByteRange.Resolved range;
  private final long largest;
  private final Deque<HeldSource> asked = new ArrayDeque<>(2);

  /** Where in the blob the next chunk begins. */
  private long offset;

  private long handedOn;

  /** The claim that stays until the last bytes are sent. */
  private Claim last;

  /**
   * Reads {@code range}, which is not empty.
   *
   * @param claim on room for {@link #largestAsked}, which is taken over
   */
  ChunkedSource(
      RouterParts parts,
      Manifest manifest,
      ByteRange.Resolved range,
      Claim claim,
      RequestContext context) {
    this.parts = parts;
    this.context = context;
    this.range = range;
    this.largest = largestAsked(manifest, range);
    this.chunks = skipped(manifest.chunks());
    this.last = claim;
    askNext(claim);
  }

  /** The most bytes that are asked of a node at a time. */
  static long largestAsked(Manifest manifest, ByteRange.Resolved range) {
    int largest = 0;
    for (Manifest.Chunk chunk : manifest.chunks()) {
      largest = Math.max(largest, chunk.length());
    }
    return Math.min(largest, GetOperation.withBlocks(range.length()));
  }

  /** The chunks from the first on that has a byte of the range. */
  private Iterator<Manifest.Chunk> skipped(List<Manifest.Chunk> all) {
    int skipped = 0;
    while (offset + all.get(skipped).length() <= range.from()) {
      offset += all.get(skipped).length();
      skipped++;
    }
    return all.listIterator(skipped);
  }

  @Override
  public Optional<Buffer> next() {
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
    while (handedOn >= largest / 2
        && asked.size() <= parts.config().pipeline().readAhead()
        && isMoreToAsk()) {
      Claim claim = parts.budget().open(context.claimant());
      if (!claim.tryGrowIfAmple(largest)) {
        return;
      }
      askNext(claim);
    }
  }

  private void goOn(Claim free) {
    if (asked.isEmpty() && isMoreToAsk()) {
      askNext(free);
    } else if (!asked.isEmpty()) {
      free.close();
    } else {
      last = free;
    }
  }

  private boolean isMoreToAsk() {
    return offset < range.to();
  }

  private void askNext(Claim claim) {
    Manifest.Chunk chunk = chunks.next();
    long from = Math.max(0, range.from() - offset);
    long to = Math.min(chunk.length(), range.to() - offset);
    offset += chunk.length();
    try {
      ReplicaRead read =
          new ReplicaRead(
              parts.nodes(),
              parts.config().writeQuorum(),
              new NodeRequest.Get(chunk.id(), new ByteRange.None(), true, true),
              context);
      read.ask(new ByteRange.FromTo(from, to - 1));
      asked.add(new HeldSource(new RecordSource(read, from, to), claim));
    } catch (RuntimeException | Error failure) {
      claim.close();
      throw failure;
    }
  }

  @Override
  public void close() {
    asked.forEach(HeldSource::close);
    asked.clear();
    last.close();
  }
}
