package io.aumbry.store.io;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.RecordDraft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which waiting requests form the next group. Small requests overtake large ones, so that
 * they wait for one large write at most. Requests for the same blob stay in order, and an action
 * follows everything submitted before it. Used by the writer thread only, except {@link #size}.
 */
final class WriteBacklog {
  /** From about this size a write takes longer than its sync. */
  static final long LARGE = 256 << 10;

  /** Limit of the large requests in a group, unless it is a single one. */
  static final long MAX_LARGE_BYTES = 4 << 20;

  /** Bounds the latency of the first request of a group. */
  private static final long MAX_BYTES = 32 << 20;

  sealed interface Job {
    record Write(WriteTarget store, WriteRequest request) implements Job {
      long bytes() {
        return request.bytes();
      }
    }

    record Act(Runnable action) implements Job {}
  }

  private List<Job> waiting = new ArrayList<>();
  private volatile int size;

  void add(Job job) {
    waiting.add(job);
    size = waiting.size();
  }

  /** Safe for any thread. */
  int size() {
    return size;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  Optional<Runnable> nextAction() {
    if (!waiting.isEmpty() && waiting.getFirst() instanceof Job.Act(Runnable action)) {
      waiting.removeFirst();
      size = waiting.size();
      return Optional.of(action);
    }
    return Optional.empty();
  }

  /** The next group always includes the oldest request. */
  List<Job.Write> nextGroup() {
    Choice choice = new Choice();
    waiting.forEach(choice::consider);
    waiting = choice.left;
    size = waiting.size();
    return choice.group;
  }

  private static final class Choice {
    private final List<Job.Write> group = new ArrayList<>();
    private final List<Job> left = new ArrayList<>();
    private final Set<BlobId> passed = new HashSet<>();
    private long bytes;
    private long largeBytes;

    void consider(Job job) {
      if (job instanceof Job.Write write && fits(write.bytes()) && !isBehind(write)) {
        take(write);
      } else {
        leave(job);
      }
    }

    private boolean fits(long size) {
      boolean withinLarge = size < LARGE || largeBytes == 0 || largeBytes + size <= MAX_LARGE_BYTES;
      return bytes < MAX_BYTES && withinLarge;
    }

    private boolean isBehind(Job.Write write) {
      return !passed.isEmpty()
          && write.request().drafts().stream().map(RecordDraft::id).anyMatch(passed::contains);
    }

    private void take(Job.Write write) {
      group.add(write);
      bytes += write.bytes();
      largeBytes += write.bytes() < LARGE ? 0 : write.bytes();
    }

    private void leave(Job job) {
      left.add(job);
      if (job instanceof Job.Write write) {
        write.request().drafts().forEach(draft -> passed.add(draft.id()));
      }
    }
  }
}
