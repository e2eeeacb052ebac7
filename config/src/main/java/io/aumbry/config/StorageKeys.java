package io.aumbry.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

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

  public static final Key<HostPort> REMOTE_ADDRESS =
      Key.optional(
          "storage.remote-address",
          ValueTypes.address(),
          "Where those of other data centres reach it, if not where those of its own do.");

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

  public static final Key<List<UUID>> LOST_DISKS =
      Key.optional(
          "storage.lost-disks",
          ValueTypes.listOf(ValueTypes.uuid(), 64),
          "Ids of disks that are gone for good: another disk may be in the folder of each."
              + " Without it a folder that is empty, or has another disk, is not used.");

  public static final Key<Duration> STALL_TIMEOUT =
      Key.of(
          "storage.stall-timeout",
          ValueTypes.duration("1s", "10m"),
          "30s",
          "After which a read, write, sync or other operation on a disk counts as one that hangs:"
              + " the disk is then out of service until the next start.");

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
          "Space on each disk that blobs may not take: it is for deletes and compaction, which needs"
              + " storage.segment-size and 1 MiB of it.");

  public static final Key<DurabilityLevel> DURABILITY =
      Key.of(
          "storage.durability",
          ValueTypes.oneOf(DurabilityLevel.class),
          "fsync",
          "When a change is answered: when it is on the disk (fsync), or when the operating system"
              + " has it (write): then a machine that loses power loses what the sync interval"
              + " has not covered yet, though it was acknowledged.");

  public static final Key<Duration> SYNC_INTERVAL =
      Key.of(
          "storage.sync-interval",
          ValueTypes.duration("10ms", "1m"),
          "1s",
          "With durability write: how often each disk is synced. Other replicas get only what is.");

  public static final Key<Integer> SEAL_AT =
      Key.of(
          "storage.seal-at",
          ValueTypes.integer(2, 100),
          "95",
          "Percent of a disk in use at which its partitions get no new blobs.");

  public static final Key<Integer> UNSEAL_AT =
      Key.of(
          "storage.unseal-at",
          ValueTypes.integer(1, 99),
          "85",
          "Percent of a disk in use at which they get some again; less than storage.seal-at.");

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
          "16",
          "Threads that read from one disk at the same time.");

  public static final Key<Duration> DELETED_RETENTION =
      Key.of(
          "storage.deleted-retention",
          ValueTypes.duration("1h", "365d"),
          "7d",
          "For so long a delete can be taken back, and the bytes of what was deleted stay.");

  public static final Key<Duration> EXPIRED_RETENTION =
      Key.of(
          "storage.expired-retention",
          ValueTypes.duration("0s", "365d"),
          "1d",
          "For so long the bytes of what has expired stay.");

  public static final Key<Duration> COMPACTION_INTERVAL =
      Key.of(
          "storage.compaction-interval",
          ValueTypes.duration("1s", "1d"),
          "10m",
          "How often each disk is looked over for space that compaction can free.");

  public static final Key<DataSize> COMPACTION_RATE =
      Key.of(
          "storage.compaction-rate",
          ValueTypes.size("1 MiB", "16 GiB"),
          "64 MiB",
          "Bytes a second that compaction of a disk reads and writes; less while requests wait.");

  public static final Key<Duration> SCRUB_PERIOD =
      Key.of(
          "storage.scrub-period",
          ValueTypes.duration("1m", "365d"),
          "14d",
          "In so long all data of a disk is read again from the medium and proved.");

  public static final Key<DataSize> SCRUB_RATE =
      Key.of(
          "storage.scrub-rate",
          ValueTypes.size("1 MiB", "16 GiB"),
          "32 MiB",
          "Bytes a second that this reads of a disk at most; less while requests wait.");

  public static final Key<Duration> COMPARE_PERIOD =
      Key.of(
          "storage.compare-period",
          ValueTypes.duration("1m", "365d"),
          "1d",
          "In so long each replica is compared with each of its peers, and what it lacks is had.");

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

  public static final Key<DataSize> REBUILD_RATE =
      Key.optional(
          "storage.rebuild-rate",
          ValueTypes.size("64 KiB", "1 TiB"),
          "Bytes a second of records that this node gets from the others of its data centre"
              + " together, for replicas that were lost, moved or away; without it there is no"
              + " limit.");

  public static final Key<DataSize> REMOTE_RATE =
      Key.optional(
          "storage.remote-rate",
          ValueTypes.size("64 KiB", "1 TiB"),
          "Bytes a second of records that this node gets from all other data centres together;"
              + " without it there is no limit.");

  public static final Key<RemoteOrder> REMOTE_ORDER =
      Key.of(
          "storage.remote-order",
          ValueTypes.oneOf(RemoteOrder.class),
          "oldest",
          "Which records of another data centre come first when many are missing here: the oldest,"
              + " or the newest. What is new later comes before what is still missing then.");

  public static final Key<RequireRoles> REQUIRE_ROLES =
      Key.of(
          "storage.require-roles",
          ValueTypes.oneOf(RequireRoles.class),
          "required",
          "Whether the certificates of peers must carry the role that a message needs: required"
              + " refuses other messages, warn counts and logs them, off accepts all. With tls.mode ="
              + " plaintext nothing proves a role, and only off is possible.");

  /** How strictly a storage node holds its peers to their roles. */
  public enum RequireRoles {
    OFF,
    WARN,
    REQUIRED
  }

  /** When a storage node answers a change. */
  public enum DurabilityLevel {
    FSYNC,
    WRITE
  }

  /** Which of many records of another data centre a storage node gets first. */
  public enum RemoteOrder {
    OLDEST,
    NEWEST
  }

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Storage node",
          List.of(
              HOST,
              PORT,
              ADVERTISED_HOST,
              REMOTE_ADDRESS,
              ZONE,
              DISKS,
              LOST_DISKS,
              STALL_TIMEOUT,
              CAPACITY,
              SEGMENT_SIZE,
              RESERVE,
              DURABILITY,
              SYNC_INTERVAL,
              SEAL_AT,
              UNSEAL_AT,
              QUEUE_SIZE,
              READ_THREADS,
              DELETED_RETENTION,
              EXPIRED_RETENTION,
              COMPACTION_INTERVAL,
              COMPACTION_RATE,
              SCRUB_PERIOD,
              SCRUB_RATE,
              COMPARE_PERIOD,
              PUT_MEMORY,
              PULL_MEMORY,
              REBUILD_RATE,
              REMOTE_RATE,
              REMOTE_ORDER,
              REQUIRE_ROLES));

  private StorageKeys() {}
}
