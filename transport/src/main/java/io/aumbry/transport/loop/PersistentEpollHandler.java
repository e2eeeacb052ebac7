package io.aumbry.transport.loop;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Netty's epoll, but sockets stay registered until they are closed.
 *
 * <p>Netty removes a socket from epoll when it waits for no event, for example after the peer has
 * closed its side, and never adds it again. The next write that must wait then fails with ENOENT,
 * and a half-closed connection loses the rest of its response. This handler waits for errors
 * instead, edge-triggered so that a lasting error is reported once.
 */
record PersistentEpollHandler(IoHandler delegate) implements IoHandler {
  static IoHandlerFactory newFactory() {
    IoHandlerFactory delegate = EpollIoHandler.newFactory();
    return executor -> new PersistentEpollHandler(delegate.newHandler(executor));
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return persistent(delegate.register(handle));
  }

  @Override
  public void initialize() {
    delegate.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    return delegate.run(context);
  }

  @Override
  public void prepareToDestroy() {
    delegate.prepareToDestroy();
  }

  @Override
  public void destroy() {
    delegate.destroy();
  }

  @Override
  public void wakeup() {
    delegate.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return delegate.isCompatible(handleType);
  }

  /** A proxy, because the compiler's null checks reject the signature of {@code attachment}. */
  private static IoRegistration persistent(IoRegistration delegate) {
    InvocationHandler calls =
        (_, method, arguments) -> {
          boolean none = arguments != null && arguments[0].equals(EpollIoOps.NONE);
          return none ? delegate.submit(EpollIoOps.EPOLLET) : call(delegate, method, arguments);
        };
    return (IoRegistration)
        Proxy.newProxyInstance(
            IoRegistration.class.getClassLoader(), new Class<?>[] {IoRegistration.class}, calls);
  }

  private static @Nullable Object call(
      IoRegistration delegate, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(delegate, arguments);
    } catch (InvocationTargetException e) {
      throw Optional.ofNullable(e.getCause()).orElse(e);
    }
  }
}
