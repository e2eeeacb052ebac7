package io.aumbry.catalog.account;

import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The settings of a container, which its owner chooses. */
public record ContainerRules(
    String description, Storage storage, Delivery delivery, Access access, NameMode nameMode) {

  /** The defaults of Ambry. */
  public static final ContainerRules DEFAULTS =
      new ContainerRules(
          "", Storage.DEFAULTS, Delivery.DEFAULTS, Access.DEFAULTS, NameMode.DISABLED);

  /**
   * How blobs are stored.
   *
   * @param durability an upload may ask for more
   * @param ttlRequired whether uploads need a TTL
   */
  public record Storage(
      PartitionClass partitionClass,
      DurabilityLevel durability,
      boolean encrypted,
      boolean ttlRequired,
      boolean backupEnabled,
      boolean mediaScanDisabled) {
    public static final Storage DEFAULTS =
        new Storage(PartitionClass.DEFAULT, DurabilityLevel.LOCAL, false, true, false, false);
  }

  /**
   * How blobs are delivered.
   *
   * @param cacheable whether shared caches may keep copies; if not, the container is private
   * @param cacheTtl for caches; without one, the frontend's setting holds
   * @param allowedOrigin for CORS, as in {@code Access-Control-Allow-Origin}; may be empty
   * @param unprefixedMetadata keys of user metadata that answers carry without {@code x-ambry-um-}
   * @param downloadContentTypes content types for which an answer carries the file name of the blob
   */
  public record Delivery(
      boolean cacheable,
      Optional<Duration> cacheTtl,
      String allowedOrigin,
      Set<String> unprefixedMetadata,
      Set<String> downloadContentTypes) {
    public static final Delivery DEFAULTS =
        new Delivery(true, Optional.empty(), "", Set.of(), Set.of());

    public Delivery {
      unprefixedMetadata = Set.copyOf(unprefixedMetadata);
      downloadContentTypes = Set.copyOf(downloadContentTypes);
    }
  }

  /**
   * Permission to read.
   *
   * @param securePathRequired whether reads need the secure path prefix
   * @param publicRead whether reads need no credentials
   */
  public record Access(boolean securePathRequired, boolean overrideAccountAcl, boolean publicRead) {
    public static final Access DEFAULTS = new Access(false, false, false);
  }

  /** Whether blobs of a container may have names. */
  public enum NameMode {
    DISABLED,
    OPTIONAL,
    /** A name cannot be replaced. */
    NO_UPDATE
  }
}
