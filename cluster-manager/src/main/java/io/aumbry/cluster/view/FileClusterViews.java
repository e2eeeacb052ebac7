package io.aumbry.cluster.view;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Views from a {@link ClusterFile}, for tests and small installations without Helix. A change in
 * the file's folder causes a new read. While the file is invalid, the last view stays.
 */
public final class FileClusterViews extends PublishedViews {
  private static final Logger LOG = LoggerFactory.getLogger(FileClusterViews.class);

  private final Path file;
  private final String local;
  private final WatchService changes;

  private FileClusterViews(Path file, String local, ViewPublisher publisher, WatchService changes) {
    super(publisher);
    this.file = file;
    this.local = local;
    this.changes = changes;
  }

  public static FileClusterViews start(Path file, String local) {
    Path absolute = file.toAbsolutePath();
    WatchService changes = watch(absolute);
    // After the start of the watch, so that no change is missed.
    ClusterView first = ClusterFile.view(absolute, local);
    ViewPublisher publisher = new ViewPublisher("cluster-view-file", first);
    FileClusterViews views = new FileClusterViews(absolute, local, publisher, changes);
    Thread.ofPlatform().daemon().name("cluster-file-watch").start(views::followChanges);
    return views;
  }

  private static WatchService watch(Path file) {
    try {
      Path folder = file.resolveSibling(".").normalize();
      WatchService changes = folder.getFileSystem().newWatchService();
      folder.register(
          changes,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_DELETE);
      return changes;
    } catch (IOException e) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST, "cannot watch the cluster file " + file + ": " + e, e);
    }
  }

  @Override
  public void close() {
    try {
      changes.close();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("Cannot stop watching the cluster file");
    }
    publisher.close();
  }

  private void followChanges() {
    Runnable read = publisher.coalesced(this::readAgain);
    try {
      boolean watching = true;
      while (watching) {
        WatchKey key = changes.take();
        key.pollEvents();
        watching = key.reset();
        read.run();
      }
      LOG.atError().addKeyValue("file", file).log("The folder of the cluster file is gone");
    } catch (ClosedWatchServiceException e) {
      LOG.atDebug().log("The cluster file is no longer watched");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readAgain() {
    try {
      publisher.publish(ClusterFile.view(file, local));
    } catch (AumbryException e) {
      LOG.atError()
          .addKeyValue("reason", e.getMessage())
          .log("The cluster file is invalid; keeping the last view");
    }
  }
}
