package io.aumbry.transport.socket;

import io.aumbry.protocol.runtime.BlockingThreads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks up addresses of hosts. Each lookup has a thread of its own, because it lasts as long as the
 * name servers take, and must hold up nothing else. Requests for a host during its lookup share the
 * result, so there are never more threads than hosts. Usable from any thread.
 */
public final class HostLookups {
  /** Finds the address of a host. May wait. */
  @FunctionalInterface
  public interface Resolver {
    InetAddress resolve(String host) throws UnknownHostException;
  }

  private final Resolver resolver;

  /** The lookups in progress, each with the recipients of its result. Guarded by itself. */
  private final Map<String, List<Consumer<Optional<InetAddress>>>> recipients = new HashMap<>();

  public HostLookups(Resolver resolver) {
    this.resolver = resolver;
  }

  /** Lookups by the operating system. */
  public static HostLookups ofSystem() {
    return new HostLookups(InetAddress::getByName);
  }

  /**
   * Passes the address of {@code host} to {@code recipient}, or nothing if the host is unknown, on
   * the thread of the lookup.
   */
  public void find(String host, Consumer<Optional<InetAddress>> recipient) {
    boolean isFirst;
    synchronized (recipients) {
      isFirst = !recipients.containsKey(host);
      recipients.computeIfAbsent(host, _ -> new ArrayList<>()).add(recipient);
    }
    if (isFirst) {
      start(host);
    }
  }

  /** {@code recipient} waits no longer for {@code host}, but it may just be told the result. */
  public void leave(String host, Consumer<Optional<InetAddress>> recipient) {
    synchronized (recipients) {
      Optional.ofNullable(recipients.get(host)).ifPresent(sharing -> sharing.remove(recipient));
    }
  }

  private void start(String host) {
    boolean isStarted = false;
    try {
      BlockingThreads.ofPlatform().start("aumbry-lookup-" + host, () -> resolve(host));
      isStarted = true;
    } finally {
      if (!isStarted) {
        pass(host, Optional.empty());
      }
    }
  }

  private void resolve(String host) {
    Optional<InetAddress> address = Optional.empty();
    try {
      address = Optional.of(resolver.resolve(host));
    } catch (UnknownHostException e) {
      // the address stays empty
    } finally {
      pass(host, address);
    }
  }

  private void pass(String host, Optional<InetAddress> address) {
    List<Consumer<Optional<InetAddress>>> sharing;
    synchronized (recipients) {
      sharing = Optional.ofNullable(recipients.remove(host)).orElseThrow();
    }
    sharing.forEach(recipient -> recipient.accept(address));
  }
}
