package io.aumbry.router;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * How many bytes of bodies this process may hold at once. Who wants to hold some reserves them
 * first, and waits, first come first served, while there is no room.
 *
 * <p>The lock guards {@link #held} and {@link #waiters}. It is held for a few instructions, never
 * while waiting, so that a loop that meets it is not held up.
 */
public final class ByteBudget {
  private final long capacity;
  private final Object lock = new Object();
  private final Queue<Waiter> waiters = new ArrayDeque<>();
  private long held;

  /** A budget of {@code capacity} bytes, none of them held. */
  public ByteBudget(long capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity is " + capacity + " bytes");
    }
    this.capacity = capacity;
  }

  /** Bytes reserved now. */
  public long held() {
    synchronized (lock) {
      return held;
    }
  }

  /** Requests that wait for room now. */
  public int waiting() {
    synchronized (lock) {
      return waiters.size();
    }
  }

  /** A reservation, if there is room for it now and nobody waits. */
  Optional<Reservation> tryReserve(long bytes) {
    long wanted = Math.min(bytes, capacity);
    synchronized (lock) {
      if (!waiters.isEmpty() || wanted > capacity - held) {
        return Optional.empty();
      }
      held += wanted;
    }
    return Optional.of(new Reservation(wanted));
  }

  /**
   * A reservation, as soon as there is room for it. More bytes than there are in all are taken for
   * all.
   *
   * @throws AumbryException {@link ErrorCode#OVERLOADED} when there is no room until {@code limit}
   */
  Reservation reserve(long bytes, Deadline limit, RequestContext context) {
    long wanted = Math.min(bytes, capacity);
    if (wanted == 0) {
      return new Reservation(0);
    }
    Waiter waiter;
    synchronized (lock) {
      if (waiters.isEmpty() && wanted <= capacity - held) {
        held += wanted;
        return new Reservation(wanted);
      }
      waiter = new Waiter(wanted, new Mailbox<>());
      waiters.add(waiter);
    }
    Deadline until = limit.earlierOf(context.deadline());
    return waiter
        .granted()
        .take(until, context.carrier())
        .or(() -> withdraw(waiter))
        .orElseThrow(() -> overloaded(bytes));
  }

  /** Gives up waiting; but a grant that came at the last moment counts. */
  private Optional<Reservation> withdraw(Waiter waiter) {
    synchronized (lock) {
      if (!waiters.remove(waiter)) {
        return waiter.granted().poll();
      }
      admit();
    }
    return Optional.empty();
  }

  private void release(long bytes) {
    synchronized (lock) {
      held -= bytes;
      admit();
    }
  }

  /** With the lock held: takes those from the queue for whom there is room now, in its order. */
  private void admit() {
    for (Waiter next = waiters.peek();
        next != null && next.bytes() <= capacity - held;
        next = waiters.peek()) {
      held += next.bytes();
      waiters.remove();
      // posted with the lock held: who finds itself out of the queue finds its grant as well
      next.granted().post(new Reservation(next.bytes()));
    }
  }

  private AumbryException overloaded(long bytes) {
    return new AumbryException(
        ErrorCode.OVERLOADED,
        "No room for "
            + bytes
            + " bytes of body: "
            + held()
            + " of "
            + capacity
            + " are held, "
            + waiting()
            + " requests wait");
  }

  private record Waiter(long bytes, Mailbox<Reservation> granted) {}

  /** Bytes that may be held until it is closed. Belongs to one request, which is one thread. */
  final class Reservation implements AutoCloseable {
    private long bytes;

    /** Of other budgets, given back with this. */
    private List<Reservation> others = List.of();

    private Reservation(long bytes) {
      this.bytes = bytes;
    }

    long bytes() {
      return bytes;
    }

    /** This one, with which from now on {@code other} is given back as well. */
    Reservation with(Reservation other) {
      others = List.of(other);
      return this;
    }

    /** Gives back what is not needed after all; never takes more. */
    void shrinkTo(long needed) {
      long surplus = bytes - needed;
      if (surplus > 0) {
        bytes = needed;
        release(surplus);
      }
      others.forEach(other -> other.shrinkTo(needed));
    }

    /** Without effect the second time. */
    @Override
    public void close() {
      shrinkTo(0);
    }
  }
}
