package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.transport.node.NodeReply;

/** The answer of a peer with its content in memory. To be closed. */
public record PeerAnswer<R extends NodeResponse>(R response, Body content)
    implements AutoCloseable {
  /**
   * Reads a reply of the expected kind.
   *
   * @throws AumbryException the error of the peer or of the connection; {@link ErrorCode#INTERNAL}
   *     for an answer of another kind
   */
  public static <R extends NodeResponse> PeerAnswer<R> open(NodeReply reply, Class<R> kind) {
    return switch (reply) {
      case NodeReply.Failure failure -> throw new AumbryException(failure.code(), failure.reason());
      case NodeReply.Answer answer -> {
        try (var content = answer.content()) {
          if (answer.response() instanceof NodeResponse.Failed failed) {
            throw new AumbryException(failed.code(), failed.reason());
          }
          if (!kind.isInstance(answer.response())) {
            throw new AumbryException(
                ErrorCode.INTERNAL,
                "Expected " + kind.getSimpleName() + ", received " + answer.response());
          }
          yield new PeerAnswer<>(kind.cast(answer.response()), Body.readFully(content));
        }
      }
    };
  }

  @Override
  public void close() {
    content.close();
  }
}
