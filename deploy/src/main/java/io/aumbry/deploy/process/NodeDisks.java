package io.aumbry.deploy.process;

import io.aumbry.config.ConfigException;
import io.aumbry.deploy.settings.DiskConfig;
import io.aumbry.deploy.settings.StorageSettings;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.server.replica.DiskFolders;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.replica.UnusableDisk;
import io.aumbry.server.worker.Worker;
import io.aumbry.server.worker.WorkerRegistry;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.DiskGuard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The opened disks of a storage node. A disk that is unusable, or is not the expected one for its
 * folder, stays out, and the node runs without it.
 *
 * @param disks in the order of the settings
 * @param places of all disks, including unusable ones
 */
record NodeDisks(List<ReplicaDisk> disks, DiskFolders places) {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDisks.class);

  /**
   * The cluster's record of disks.
   *
   * @param places of this node's disks when it last joined
   * @param owner the node that a disk belongs to
   */
  record Roster(DiskFolders places, Function<UUID, Optional<String>> owner) {}

  static NodeDisks open(
      StorageSettings.Node settings,
      ProcessComponents components,
      StoreEnvironment environment,
      WorkerRegistry workers,
      Roster roster) {
    Map<Path, DiskGuard> guards = guards(settings.disks(), environment);
    components.add("disk watch", watch(guards.values(), workers));
    List<ReplicaDisk> disks = new ArrayList<>();
    DiskFolders places =
        roster
            .places()
            .without(settings.disks().lost())
            .within(guards.keySet().stream().map(NodeDisks::name).toList());
    for (Map.Entry<Path, DiskGuard> each : guards.entrySet()) {
      Path folder = each.getKey();
      try {
        StoreReplicaDisk disk =
            open(
                folder,
                new Opening(settings, environment, each.getValue()),
                new Roster(places, roster.owner()));
        disks.add(components.add("disk " + folder, disk));
        places = places.with(name(folder), disk.id());
      } catch (AumbryException failure) {
        LOG.atError()
            .addKeyValue("disk", folder)
            .addKeyValue("code", failure.code())
            .log("A disk is unusable; the node runs without it: {}", failure.getMessage());
        disks.add(
            new UnusableDisk(
                folder.toString(),
                Optional.ofNullable(places.disks().get(name(folder))),
                String.valueOf(failure.getMessage())));
      }
    }
    if (disks.stream().noneMatch(ReplicaDisk::isHealthy)) {
      throw new ConfigException("none of storage.disks is usable; the log names the reasons");
    }
    return new NodeDisks(List.copyOf(disks), places);
  }

  /**
   * Checks whether a disk hangs, without ever waiting for a disk. It starts before the disks are
   * opened and ends after they are closed, because a disk may hang then.
   */
  private static Worker watch(Collection<DiskGuard> guards, WorkerRegistry workers) {
    Duration period =
        guards.stream().map(DiskGuard::interval).min(Duration::compareTo).orElseThrow();
    Worker.Step step = () -> guards.forEach(DiskGuard::look);
    return workers.add("disk-watch", period, step).start();
  }

  private record Opening(
      StorageSettings.Node settings, StoreEnvironment environment, DiskGuard guard) {}

  private static StoreReplicaDisk open(Path folder, Opening with, Roster roster) {
    Optional<UUID> found = StoreDisk.idOf(folder, with.environment(), with.guard());
    Optional<String> objection = roster.places().objection(name(folder), found, roster.owner());
    if (objection.isPresent()) {
      throw new AumbryException(ErrorCode.DISK_FAILED, objection.get());
    }
    StoreDisk stores =
        StoreDisk.open(folder, with.settings().store(), with.environment(), with.guard());
    return StoreReplicaDisk.open(folder, stores, with.settings().disks().share());
  }

  private static Map<Path, DiskGuard> guards(DiskConfig disks, StoreEnvironment environment) {
    Map<Path, DiskGuard> guards = new LinkedHashMap<>();
    for (Path folder : disks.folders()) {
      guards.put(
          folder, new DiskGuard(folder.toString(), disks.stall().timeout(), environment.time()));
    }
    return guards;
  }

  List<Path> usable() {
    return disks.stream().filter(ReplicaDisk::isHealthy).map(disk -> Path.of(disk.name())).toList();
  }

  private static String name(Path folder) {
    return folder.toAbsolutePath().normalize().toString();
  }
}
