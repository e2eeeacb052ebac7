package io.aumbry.cluster.lock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules of locks, said in another way than in {@link LockTable}: each host has a queue, and a
 * request holds its lock when it is the first in all of its queues.
 */
final class ReferenceLocks {
  /** A request in the queues of its hosts. */
  private record Entry(
      long number, LockRequest request, boolean isHeld, long until, Set<String> drained) {}

  private final Map<String, List<String>> queues = new TreeMap<>();
  private final Map<String, Entry> entries = new HashMap<>();
  private long last;

  ReferenceLocks copy() {
    ReferenceLocks copy = new ReferenceLocks();
    queues.forEach((host, ids) -> copy.queues.put(host, new ArrayList<>(ids)));
    copy.entries.putAll(entries);
    copy.last = last;
    return copy;
  }

  private void remove(String id) {
    entries.remove(id);
    queues.values().forEach(ids -> ids.remove(id));
    queues.values().removeIf(List::isEmpty);
  }

  void expire(long now) {
    List.copyOf(entries.keySet()).stream()
        .filter(id -> entry(id).until() <= now && entry(id).drained().isEmpty())
        .forEach(this::remove);
  }

  private Entry entry(String id) {
    return Optional.ofNullable(entries.get(id)).orElseThrow();
  }

  private boolean isFirst(LockRequest request) {
    return request.hosts().stream()
        .allMatch(host -> {
          List<String> ids = queues.getOrDefault(host, List.of());
          return ids.isEmpty() || ids.getFirst().equals(request.id());
        });
  }

  /** Returns whether the request holds its lock. */
  boolean acquire(LockRequest request, boolean mayWait, long now) {
    Optional<Entry> before = Optional.ofNullable(entries.get(request.id()));
    if (before.filter(Entry::isHeld).isPresent()) {
      return true;
    }
    boolean isFirst = isFirst(request);
    if (!isFirst && !mayWait) {
      return false;
    }
    long number = before.map(Entry::number).orElseGet(() -> ++last);
    if (before.isEmpty()) {
      request
          .hosts()
          .forEach(host -> queues.computeIfAbsent(host, _ -> new ArrayList<>()).add(request.id()));
    }
    long until = now + (isFirst ? request.lease() : LockTable.PLACE).toMillis();
    entries.put(request.id(), new Entry(number, request, isFirst, until, Set.of()));
    return isFirst;
  }

  private Optional<Entry> held(long number) {
    return entries.values().stream()
        .filter(entry -> entry.number() == number && entry.isHeld())
        .findFirst();
  }

  boolean renew(long number, long now) {
    Optional<Entry> held = held(number);
    held.ifPresent(entry ->
        entries.put(
            entry.request().id(),
            new Entry(
                number,
                entry.request(),
                true,
                now + entry.request().lease().toMillis(),
                entry.drained())));
    return held.isPresent();
  }

  boolean release(long number) {
    Optional<Entry> found =
        entries.values().stream().filter(entry -> entry.number() == number).findFirst();
    boolean isFree = found.map(Entry::drained).filter(drained -> !drained.isEmpty()).isEmpty();
    boolean isKnown = number <= last;
    if (isFree) {
      found.ifPresent(entry -> remove(entry.request().id()));
    }
    return isFree && isKnown;
  }

  boolean drain(String host, long number) {
    Optional<Entry> held = held(number).filter(each -> each.request().hosts().contains(host));
    held.ifPresent(entry -> {
      Set<String> drained = new LinkedHashSet<>(entry.drained());
      drained.add(host);
      entries.put(
          entry.request().id(), new Entry(number, entry.request(), true, entry.until(), drained));
    });
    return held.isPresent();
  }

  boolean drain(String host, LockRequest own, boolean mayWait, long now) {
    return acquire(own, mayWait, now) && drain(host, entry(own.id()).number());
  }

  /** Also takes back a drain that waits. */
  void endDrain(String host) {
    entries.values().stream()
        .filter(entry -> !entry.isHeld() && entry.request().isOfDrain())
        .map(entry -> entry.request())
        .filter(request -> request.hosts().contains(host))
        .findFirst()
        .ifPresent(request -> remove(request.id()));
    for (Entry entry : List.copyOf(entries.values())) {
      if (entry.drained().contains(host)) {
        Set<String> drained = new LinkedHashSet<>(entry.drained());
        drained.remove(host);
        entries.put(
            entry.request().id(),
            new Entry(entry.number(), entry.request(), entry.isHeld(), entry.until(), drained));
        if (entry.request().isOfDrain()) {
          remove(entry.request().id());
        }
      }
    }
  }

  /** The state as text, without the locks that have ended. */
  String text(long now) {
    ReferenceLocks seen = copy();
    seen.expire(now);
    Map<Long, String> lines = new TreeMap<>();
    seen.entries
        .values()
        .forEach(entry ->
            lines.put(
                entry.number(),
                line(entry.request(), entry.isHeld(), entry.until(), entry.drained())));
    Map<String, List<Long>> order = new TreeMap<>();
    seen.queues.forEach(
        (host, ids) -> order.put(host, ids.stream().map(id -> seen.entry(id).number()).toList()));
    return seen.last + " " + lines + " " + order;
  }

  /** The same of a table. */
  static String text(LockTable table, long now) {
    LockTable seen = table.at(now);
    Map<Long, String> lines = new TreeMap<>();
    Map<String, List<Long>> order = new TreeMap<>();
    for (HostLock lock : seen.locks()) {
      lines.put(
          lock.number(), line(lock.request(), lock.isHeld(), lock.untilMillis(), lock.drained()));
      lock.request()
          .hosts()
          .forEach(
              host -> order.put(host, seen.queue(host).stream().map(HostLock::number).toList()));
    }
    return seen.last() + " " + lines + " " + order;
  }

  private static String line(LockRequest request, boolean isHeld, long until, Set<String> drained) {
    return "%s %s %s %s".formatted(request.id(), isHeld, until, new TreeSet<>(drained));
  }
}
