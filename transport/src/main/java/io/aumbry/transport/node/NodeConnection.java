package io.aumbry.transport.node;

import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.loop.LoopCarrier;
import io.netty.channel.ChannelPipeline;

/**
 * A connection to a node, established or not. Usable from any thread unless a method says
 * otherwise.
 */
interface NodeConnection extends OutgoingCall.Route {
  /** The node of a connection, and the set of its connections that accept calls. */
  interface Owner {
    StorageNode node();

    /** The connection accepts calls. */
    void up(NodeConnection connection);

    /** The connection failed or accepts no more calls. It will be replaced. */
    void lost(NodeConnection connection, String reason);
  }

  LoopCarrier carrier();

  /** Number of consecutive failed attempts before this one. */
  int attempt();

  /** Bytes of responses that wait for their readers. */
  long unreadBytes();

  /**
   * Whether a call of this many bytes would currently start. Otherwise {@link #submit} fails it as
   * an overload.
   */
  boolean hasRoom(int size);

  /** Starts a call, or fails it at once. */
  void submit(OutgoingCall call);

  /** Closes at once. Open calls fail with {@code code}. */
  void close(ErrorCode code, String reason);

  /** Loop: adds the protocol's handlers to the end of {@code pipeline}, after TLS. */
  void join(ChannelPipeline pipeline);

  /** Loop: the connection is about to be closed because its socket or its TLS failed. */
  void broken(Throwable cause);

  String reason();

  /** Loop: whether it ever accepted calls. */
  boolean wasUp();

  /** Whether the node responded to a call, or this client gave up a call and the connection. */
  boolean isProven();
}
