package io.aumbry.server.replica;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * For each peer, the first record that it has not confirmed yet, and the time when that was
 * durable. The measured time is therefore the longest of each round. Any thread may call it.
 */
final class UnconfirmedSince {
  private final Map<String, Mark> marks = new ConcurrentHashMap<>();

  private record Mark(long sequence, long nanos) {}

  void arrived(String peer, long sequence, long nanos) {
    if (!marks.containsKey(peer)) {
      marks.putIfAbsent(peer, new Mark(sequence, nanos));
    }
  }

  /** Returns the nanoseconds since the first record that the peer had not confirmed. */
  OptionalLong confirmed(String peer, long last, long nanos) {
    Mark mark = marks.get(peer);
    return mark != null && mark.sequence <= last && marks.remove(peer, mark)
        ? OptionalLong.of(nanos - mark.nanos)
        : OptionalLong.empty();
  }
}
