package io.aumbry.router;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ByteBudget.Reservation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A range of a blob that is cut into chunks. The chunk being read and a few behind it are asked for
 * at a time, each with memory reserved for it: one reservation is kept from beginning to end, so
 * that reading, once begun, never has to wait for room; those for reading ahead are taken only when
 * there is room now.
 *
 * <p>Chunks are read whatever their own state says: they are deleted only after the manifest, and
 * who has got that in time may finish.
 */
final class ChunkedSource implements ByteSource {
  private final RouterParts parts;
  private final RequestContext context;
  private final Iterator<Manifest.Chunk> chunks;
  private final ByteRange.Resolved range;
  private final long reserved;
  private final Deque<HeldSource> asked = new ArrayDeque<>(2);

  /** Where in the blob the next chunk begins. */
  private long offset;

  /**
   * Reads {@code range}, which is not empty.
   *
   * @param reservation room for {@link #largestAsked}, which is taken over
   */
  ChunkedSource(
      RouterParts parts,
      Manifest manifest,
      ByteRange.Resolved range,
      Reservation reservation,
      RequestContext context) {
    this.parts = parts;
    this.context = context;
    this.range = range;
    this.reserved = largestAsked(manifest, range);
    this.chunks = skipped(manifest.chunks());
    askNext(reservation);
  }

  /** So many bytes are asked of a node at a time, at most. */
  static long largestAsked(Manifest manifest, ByteRange.Resolved range) {
    int largest = 0;
    for (Manifest.Chunk chunk : manifest.chunks()) {
      largest = Math.max(largest, chunk.length());
    }
    return Math.min(largest, GetOperation.withBlocks(range.length()));
  }

  /** The chunks from the first on that has a byte of the range. */
  private Iterator<Manifest.Chunk> skipped(List<Manifest.Chunk> all) {
    int first = 0;
    while (offset + all.get(first).length() <= range.from()) {
      offset += all.get(first).length();
      first++;
    }
    return all.listIterator(first);
  }

  @Override
  public Optional<Buffer> next() {
    while (!asked.isEmpty()) {
      readAhead();
      HeldSource current = asked.getFirst();
      Optional<Buffer> bytes = current.source().next();
      if (bytes.isPresent()) {
        return bytes;
      }
      asked.removeFirst();
      goOn(current.reservation());
    }
    return Optional.empty();
  }

  private void readAhead() {
    while (asked.size() <= parts.config().pipeline().readAhead() && isMoreToAsk()) {
      Optional<Reservation> room = parts.budget().tryReserve(reserved);
      if (room.isEmpty()) {
        return;
      }
      askNext(room.get());
    }
  }

  private void goOn(Reservation free) {
    if (asked.isEmpty() && isMoreToAsk()) {
      askNext(free);
    } else {
      free.close();
    }
  }

  private boolean isMoreToAsk() {
    return offset < range.to();
  }

  private void askNext(Reservation reservation) {
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
      asked.add(new HeldSource(new RecordSource(read, from, to), reservation));
    } catch (RuntimeException | Error failure) {
      reservation.close();
      throw failure;
    }
  }

  @Override
  public void close() {
    asked.forEach(HeldSource::close);
    asked.clear();
  }
}
