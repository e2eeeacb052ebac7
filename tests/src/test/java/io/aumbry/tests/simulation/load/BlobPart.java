package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A record of a large blob besides its manifest, found on the media: a chunk, or a page of the
 * manifest.
 *
 * @param from where in the blob its bytes begin
 * @param length of its part of the blob
 */
record BlobPart(BlobId id, boolean isPage, int from, int length) {
  /** Returns the parts of a blob; none if it is in one piece, or on no undamaged machine. */
  static List<BlobPart> of(SimulatedCluster cluster, BlobId id) {
    return id.kind() == BlobKind.MANIFEST
        ? content(cluster, id)
            .map(bytes -> of(cluster, Manifest.decode(ByteBuffer.wrap(bytes))))
            .orElse(List.of())
        : List.of();
  }

  static List<BlobPart> of(SimulatedCluster cluster, Manifest manifest) {
    return switch (manifest) {
      case Manifest.OfChunks chunks -> chunks(chunks, 0);
      case Manifest.OfPages(List<Manifest.Page> pages) -> {
        List<BlobPart> parts = new ArrayList<>();
        int from = 0;
        for (Manifest.Page page : pages) {
          int at = from;
          parts.add(new BlobPart(page.id(), true, at, (int) page.length()));
          content(cluster, page.id())
              .ifPresent(bytes -> parts.addAll(chunks(page.decode(ByteBuffer.wrap(bytes)), at)));
          from += (int) page.length();
        }
        yield parts;
      }
    };
  }

  private static List<BlobPart> chunks(Manifest.OfChunks manifest, int begin) {
    List<BlobPart> parts = new ArrayList<>();
    int from = begin;
    for (Manifest.Chunk chunk : manifest.chunks()) {
      parts.add(new BlobPart(chunk.id(), false, from, chunk.length()));
      from += chunk.length();
    }
    return parts;
  }

  private static Optional<byte[]> content(SimulatedCluster cluster, BlobId id) {
    return cluster.machines().stream()
        .filter(machine -> !cluster.isDamaged(machine.name()))
        .flatMap(machine -> machine.content(id).stream())
        .findFirst();
  }
}
