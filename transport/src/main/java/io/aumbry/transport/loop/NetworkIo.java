package io.aumbry.transport.loop;

import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Optional;

/**
 * A system interface for network I/O and its socket classes.
 *
 * @param unsent the option that limits the unsent bytes in a socket; the JDK has none
 */
record NetworkIo(
    IoHandlerFactory handlers,
    Class<? extends ServerChannel> server,
    Class<? extends SocketChannel> socket,
    Optional<ChannelOption<Long>> unsent) {
  static boolean isAvailable(EventLoopConfig.Io io) {
    return switch (io) {
      case EPOLL -> Epoll.isAvailable();
      case IO_URING -> IoUring.isAvailable();
      case NIO -> true;
    };
  }

  static NetworkIo of(EventLoopConfig.Io wanted) {
    return switch (isAvailable(wanted) ? wanted : EventLoopConfig.Io.NIO) {
      case EPOLL ->
          new NetworkIo(
              PersistentEpollHandler.newFactory(),
              EpollServerSocketChannel.class,
              EpollSocketChannel.class,
              Optional.of(EpollChannelOption.TCP_NOTSENT_LOWAT));
      case IO_URING ->
          new NetworkIo(
              IoUringIoHandler.newFactory(),
              IoUringServerSocketChannel.class,
              IoUringSocketChannel.class,
              Optional.of(IoUringChannelOption.TCP_NOTSENT_LOWAT));
      case NIO ->
          new NetworkIo(
              NioIoHandler.newFactory(),
              NioServerSocketChannel.class,
              NioSocketChannel.class,
              Optional.empty());
    };
  }
}
