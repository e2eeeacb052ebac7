package io.aumbry.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a frontend has: its port for clients, and what it lets them do. */
public final class FrontendKeys {
  public static final Key<String> HOST =
      Key.of("frontend.host", ValueTypes.text(), "0.0.0.0", "Address on which clients are served.");

  public static final Key<Integer> PORT =
      Key.of(
          "frontend.port",
          ValueTypes.integer(0, 65535),
          "1174",
          "Port for clients, HTTP/1.1 and HTTP/2; 0 lets the system choose, and the log says.");

  public static final Key<Path> TLS_CERTIFICATE =
      Key.optional(
          "frontend.tls.certificate",
          ValueTypes.path(),
          "PEM file with the certificate shown to clients; without it they speak plaintext.");

  public static final Key<Path> TLS_KEY =
      Key.optional(
          "frontend.tls.key", ValueTypes.path(), "PEM file (PKCS 8) with the private key to it.");

  public static final Key<Duration> REQUEST_TIMEOUT =
      Key.of(
          "frontend.request-timeout",
          ValueTypes.duration("1ms", "1h"),
          "30s",
          "How long a request waits for storage nodes before it is given up with 503.");

  public static final Key<Duration> TRANSFER_TIMEOUT =
      Key.of(
          "frontend.transfer-timeout",
          ValueTypes.duration("1s", "365d"),
          "1d",
          "How long an upload or download may take, however well it goes on.");

  public static final Key<DataSize> MAX_BLOB_SIZE =
      Key.of(
          "frontend.max-blob-size",
          ValueTypes.size("1 B", "400 GiB"),
          "400 GiB",
          "Larger blobs are refused with 413.");

  public static final Key<Integer> MAX_REQUESTS =
      Key.of(
          "frontend.max-requests",
          ValueTypes.integer(1, 1_000_000),
          "10000",
          "Requests that are worked on at the same time; more wait 50 ms, then get 503.");

  public static final Key<Integer> MAX_CONNECTIONS =
      Key.of(
          "frontend.max-connections",
          ValueTypes.integer(1, 1_000_000),
          "16384",
          "Connections of clients; more are closed at once.");

  public static final Key<Integer> ADDRESS_REQUESTS =
      Key.of(
          "frontend.address-requests",
          ValueTypes.integer(1, 1_000_000),
          "500",
          "Requests of one client address that run at the same time. More streams of HTTP/2 are"
              + " refused; each connection may run one in any case. Set it to frontend.max-requests"
              + " where all clients come through one proxy.");

  public static final Key<Integer> CONNECTION_SHARE =
      Key.of(
          "frontend.connection-share",
          ValueTypes.integer(1, 100),
          "12",
          "Percent of router.body-memory and of frontend.max-requests that one connection may hold;"
              + " more of its requests wait, then get 503.");

  public static final Key<Integer> ADDRESS_SHARE =
      Key.of(
          "frontend.address-share",
          ValueTypes.integer(1, 100),
          "50",
          "The same for all connections from one address, or one /64 network of IPv6. Set 100 where"
              + " all clients come through one proxy.");

  public static final Key<DataSize> SLOW_RATE =
      Key.of(
          "frontend.slow-rate",
          ValueTypes.size("1 B", "1 GiB"),
          "64 KiB",
          "While other requests wait for memory, uploads and downloads that move less than this in a"
              + " second are broken off, the slowest first. Nothing is while there is memory.");

  public static final Key<DataSize> MINIMUM_RATE =
      Key.of(
          "frontend.minimum-rate",
          ValueTypes.size("1 B", "1 MiB"),
          "1 KiB",
          "Uploads that move less than this in a second for 30 s, and downloads for 60 s, are broken"
              + " off in any case.");

  public static final Key<Duration> CACHE_VALIDITY =
      Key.of(
          "frontend.cache-validity",
          ValueTypes.duration("1s", "365d"),
          "365d",
          "For how long clients and proxies may keep copies of public blobs.");

  public static final Key<List<String>> PATH_PREFIXES =
      Key.optional(
          "frontend.path-prefixes",
          ValueTypes.listOf(ValueTypes.text("/ and a path without a / at its end", "/.*[^/]"), 16),
          "What proxies add in front of every path, to be ignored.");

  public static final Key<Durability> DURABILITY =
      Key.of(
          "frontend.durability",
          ValueTypes.oneOf(Durability.class),
          "local",
          "Where a blob is durable before its upload is answered: in this data centre (local), in a"
              + " replica of another one as well (remote), or in most data centres (majority). An"
              + " upload may ask for more.");

  public static final Key<List<PerContainer<Durability>>> CONTAINER_DURABILITY =
      Key.optional(
          "frontend.container-durability",
          PerContainer.eachOnce(ValueTypes.oneOf(Durability.class)),
          "As frontend.durability, for the uploads to one container, public or private; it goes"
              + " before that.");

  public static final Key<List<PerContainer<String>>> PARTITION_CLASSES =
      Key.optional(
          "frontend.partition-classes",
          PerContainer.eachOnce(
              ValueTypes.text("1 to 63 letters, digits or '-'", "[A-Za-z0-9][A-Za-z0-9-]{0,62}")),
          "To partitions of which class the new blobs of a container go, public or private; those"
              + " of one that is not named go to the class default. Partitions of a class are made"
              + " by aumbry admin partitions add --class.");

  /** Where a blob is durable before its upload is answered. */
  public enum Durability {
    LOCAL,
    REMOTE,
    MAJORITY
  }

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Frontend",
          List.of(
              HOST,
              PORT,
              TLS_CERTIFICATE,
              TLS_KEY,
              REQUEST_TIMEOUT,
              TRANSFER_TIMEOUT,
              MAX_BLOB_SIZE,
              MAX_REQUESTS,
              MAX_CONNECTIONS,
              ADDRESS_REQUESTS,
              CONNECTION_SHARE,
              ADDRESS_SHARE,
              SLOW_RATE,
              MINIMUM_RATE,
              CACHE_VALIDITY,
              PATH_PREFIXES,
              DURABILITY,
              CONTAINER_DURABILITY,
              PARTITION_CLASSES));

  private FrontendKeys() {}
}
