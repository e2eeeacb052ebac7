package io.aumbry.store.partition;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.DiskGuard;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a store takes writes. Once stopped, it takes none until it is reopened. */
public final class StoreHealth implements DiskGuard.Concerned {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);

  private final String store;
  private final AtomicReference<@Nullable AumbryException> stopped = new AtomicReference<>();

  private volatile boolean incomplete;

  public StoreHealth(String store) {
    this.store = store;
  }

  /** Only the first reason counts. */
  void stop(AumbryException reason) {
    if (stopped.compareAndSet(null, reason)) {
      LOG.atError()
          .addKeyValue("store", store)
          .addKeyValue("code", reason.code())
          .addKeyValue("reason", reason.getMessage())
          .log("store takes no more writes");
    }
  }

  @Override
  public void outOfService(AumbryException why) {
    stop(why);
  }

  @Override
  public void readOnly(AumbryException why) {
    stop(why);
  }

  /** Also after a bug, because the index may lack records until the store is opened again. */
  public void diskFailed(String what, Throwable cause) {
    stop(
        new AumbryException(
            ErrorCode.DISK_FAILED,
            "Store " + store + " takes no more writes: " + what + " failed: " + cause,
            cause));
  }

  /** Acknowledged records were unreadable at the opening. The store cannot deny blobs. */
  public void damaged(String what) {
    incomplete = true;
    stop(new AumbryException(ErrorCode.CORRUPT_RECORD, what));
  }

  public void requireComplete() {
    if (incomplete) {
      requireWritable();
    }
  }

  void closed() {
    stopped.compareAndSet(
        null, new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "Store " + store + " is closed"));
  }

  Optional<AumbryException> reason() {
    return Optional.ofNullable(stopped.get());
  }

  public boolean isWritable() {
    return stopped.get() == null;
  }

  public void requireWritable() {
    reason()
        .ifPresent(reason -> {
          throw new AumbryException(reason.code(), String.valueOf(reason.getMessage()), reason);
        });
  }
}
