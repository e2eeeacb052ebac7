package io.aumbry.server.replica;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Since when peers have had a record to confirm, one record for each at a time: the first that came
 * after the peer had confirmed the one before. So each span that is measured is the longest of its
 * round. Callable from any thread.
 */
final class UnconfirmedSince {
  private final Map<String, Mark> marks = new ConcurrentHashMap<>();

  private record Mark(long sequence, long nanos) {}

  /** A record of that number, which the peer has not confirmed, is durable here. */
  void arrived(String peer, long sequence, long nanos) {
    if (!marks.containsKey(peer)) {
      marks.putIfAbsent(peer, new Mark(sequence, nanos));
    }
  }

  /** The peer has all records up to {@code last}: for how many nanoseconds that was waited for. */
  OptionalLong confirmed(String peer, long last, long nanos) {
    Mark mark = marks.get(peer);
    return mark != null && mark.sequence <= last && marks.remove(peer, mark)
        ? OptionalLong.of(nanos - mark.nanos)
        : OptionalLong.empty();
  }
}
