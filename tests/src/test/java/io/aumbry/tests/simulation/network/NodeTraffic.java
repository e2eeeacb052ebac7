package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;

/**
 * Observes each message between processes, at both ends. An observer must not wait, and must not
 * draw from the random generator of the run. In each method {@code client} is the process that asks
 * and {@code server} the node that answers.
 */
public interface NodeTraffic {
  /** Observes nothing. */
  NodeTraffic NONE =
      new NodeTraffic() {
        @Override
        public void asked(String client, String server, NodeRequest request) {
          // not observed
        }

        @Override
        public void arrived(String client, String server, NodeRequest request) {
          // not observed
        }

        @Override
        public void answered(
            String client, String server, NodeRequest request, NodeResponse response) {
          // not observed
        }

        @Override
        public void content(String client, String server, NodeRequest request, byte[] piece) {
          // not observed
        }

        @Override
        public void received(
            String client, String server, NodeRequest request, NodeResponse response) {
          // not observed
        }
      };

  void asked(String client, String server, NodeRequest request);

  void arrived(String client, String server, NodeRequest request);

  void answered(String client, String server, NodeRequest request, NodeResponse response);

  void content(String client, String server, NodeRequest request, byte[] piece);

  /** The header of an answer reaches the client, which still waits for it. */
  void received(String client, String server, NodeRequest request, NodeResponse response);
}
