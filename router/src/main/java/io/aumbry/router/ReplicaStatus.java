package io.aumbry.router;

import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;

/** The record of a blob in one replica, as the replica's node just reported it. */
public record ReplicaStatus(Replica replica, Finding finding) {
  public sealed interface Finding {}

  /**
   * The replica holds the record. All of its content was read and matches the checksums of the
   * record.
   *
   * @param contentSize of the record, in bytes; for a chunked blob that is its manifest
   * @param checksum CRC32C of that content
   */
  public record Held(BlobState state, BlobProperties properties, long contentSize, int checksum)
      implements Finding {}

  /** The replica does not hold the record. */
  public record Absent(Absence absence) implements Finding {}

  /** The replica cannot be asked, or its record is damaged. */
  public record Unknown(ErrorCode code, String reason) implements Finding {}
}
