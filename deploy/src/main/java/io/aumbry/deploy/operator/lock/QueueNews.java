package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLock;
import java.util.List;
import java.util.function.Consumer;

/** Names the activities ahead of a request whenever they change. Used by one thread. */
final class QueueNews implements Consumer<List<HostLock>> {
  private final Consumer<String> note;
  private List<Long> told = List.of();

  QueueNews(Consumer<String> note) {
    this.note = note;
  }

  @Override
  public void accept(List<HostLock> ahead) {
    List<Long> numbers = ahead.stream().map(HostLock::number).toList();
    if (!numbers.equals(told)) {
      told = numbers;
      note.accept("waits at place " + ahead.size() + " for\n" + LockText.ahead(ahead));
    }
  }
}
