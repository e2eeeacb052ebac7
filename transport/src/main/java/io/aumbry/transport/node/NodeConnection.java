package io.aumbry.transport.node;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.transport.loop.LoopCarrier;
import io.netty.channel.ChannelPipeline;

/** One connection to a node, made or being made. From any thread, but for what says otherwise. */
interface NodeConnection extends OutgoingCall.Route {
  LoopCarrier carrier();

  /** How many attempts before this one failed, one after the other. */
  int attempt();

  /** Begins a call, or refuses it at once. */
  void submit(OutgoingCall call);

  /** Closes at once; open calls fail with {@code code}. */
  void close(ErrorCode code, String reason);

  /** Loop: adds what understands the node to the end of {@code pipeline}; TLS is agreed on. */
  void join(ChannelPipeline pipeline);

  /** Loop: the connection is about to be closed since its socket or its TLS failed. */
  void broken(Throwable cause);

  /** Loop: why it was closed. */
  String reason();
}
