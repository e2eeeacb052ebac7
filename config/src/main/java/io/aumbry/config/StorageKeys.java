package io.aumbry.config;

import java.nio.file.Path;
import java.util.List;

/** What a storage node has. */
public final class StorageKeys {
  public static final Key<String> HOST =
      Key.of("storage.host", ValueTypes.text(), "0.0.0.0", "Address on which it listens.");

  public static final Key<Integer> PORT =
      Key.of(
          "storage.port",
          ValueTypes.integer(0, 65535),
          "1175",
          "Port for node messages; 0 lets the system choose, and the log says.");

  public static final Key<String> ADVERTISED_HOST =
      Key.required(
          "storage.advertised-host",
          ValueTypes.text(),
          "Host name or address by which others reach it.");

  public static final Key<String> ZONE =
      Key.required(
          "storage.zone",
          ValueTypes.text(
              "1 to 63 letters, digits, '.', '_' or '-'", "[A-Za-z0-9][A-Za-z0-9._-]{0,62}"),
          "What fails together with it, such as a rack: a partition has one replica in a zone.");

  public static final Key<List<Path>> DISKS =
      Key.required(
          "storage.disks",
          ValueTypes.listOf(ValueTypes.path(), 64),
          "A folder on each of its disks; replicas are spread over them.");

  public static final Key<DataSize> CAPACITY =
      Key.optional(
          "storage.capacity",
          ValueTypes.size("1 MiB", "1024 TiB"),
          "Space for replicas on all disks together; without it, what their file systems have.");

  public static final Key<DataSize> SEGMENT_SIZE =
      Key.of(
          "storage.segment-size",
          ValueTypes.size("1 MiB", "16 GiB"),
          "256 MiB",
          "Size of a file of a replica's log, allocated as a whole; bounds the size of a record.");

  public static final Key<DataSize> RESERVE =
      Key.of(
          "storage.reserve",
          ValueTypes.size("0 B", "64 TiB"),
          "1 GiB",
          "Space on each disk that blobs may not take: it is for deletes and compaction.");

  public static final Key<DataSize> QUEUE_SIZE =
      Key.of(
          "storage.queue-size",
          ValueTypes.size("1 MiB", "16 GiB"),
          "256 MiB",
          "Records that wait for a disk's writer; more are refused, and put elsewhere.");

  public static final Key<Integer> READ_THREADS =
      Key.of(
          "storage.read-threads",
          ValueTypes.integer(1, 256),
          "4",
          "Threads that read from one disk at the same time.");

  public static final Key<DataSize> PUT_MEMORY =
      Key.of(
          "storage.put-memory",
          ValueTypes.size("64 MiB", "64 GiB"),
          "256 MiB",
          "How much of the content of all puts under way is held in memory at most.");

  public static final Key<DataSize> PULL_MEMORY =
      Key.of(
          "storage.pull-memory",
          ValueTypes.size("8 MiB", "64 GiB"),
          "64 MiB",
          "The same for answers to peers that replicate from this node.");

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Storage node",
          List.of(
              HOST,
              PORT,
              ADVERTISED_HOST,
              ZONE,
              DISKS,
              CAPACITY,
              SEGMENT_SIZE,
              RESERVE,
              QUEUE_SIZE,
              READ_THREADS,
              PUT_MEMORY,
              PULL_MEMORY));

  private StorageKeys() {}
}
