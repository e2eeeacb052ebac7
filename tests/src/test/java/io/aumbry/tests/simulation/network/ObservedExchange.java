package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.node.NodeExchange;

/** A message of a frontend to the node in its own process, for the observer of all messages. */
final class ObservedExchange implements NodeExchange {
  private final NodeExchange exchange;
  private final String process;
  private final NodeTraffic traffic;

  ObservedExchange(NodeExchange exchange, String process, NodeTraffic traffic) {
    this.exchange = exchange;
    this.process = process;
    this.traffic = traffic;
    traffic.asked(process, process, exchange.request());
    traffic.arrived(process, process, exchange.request());
  }

  @Override
  public NodeRequest request() {
    return exchange.request();
  }

  @Override
  public RequestContext context() {
    return exchange.context();
  }

  @Override
  public Peer peer() {
    return exchange.peer();
  }

  @Override
  public ByteSource content() {
    return exchange.content();
  }

  @Override
  public void reply(NodeResponse response, ByteSource answer) {
    traffic.answered(process, process, request(), response);
    exchange.reply(response, answer);
  }
}
