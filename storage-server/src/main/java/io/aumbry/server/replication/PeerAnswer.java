package io.aumbry.server.replication;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.transport.node.NodeReply;

/** The answer of a peer with its content in memory. To be closed. */
public record PeerAnswer<R extends NodeResponse>(R response, Body content)
    implements AutoCloseable {
  /**
   * The records of one blob may exceed the size that was asked for. Only one of them has content.
   */
  private static final long MOST_EXCESS = 2L * RecordCodec.MAX_CONTENT;

  /**
   * Reads a reply of the expected kind.
   *
   * @param askedBytes the size of content that was asked for; 0 for content without records
   * @throws AumbryException the error of the peer or of the connection; {@link ErrorCode#INTERNAL}
   *     for an answer of another kind; {@link ErrorCode#CORRUPT_TRANSFER} if it announces more
   *     content than any peer may send
   */
  public static <R extends NodeResponse> PeerAnswer<R> open(
      NodeReply reply, Class<R> kind, int askedBytes) {
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
          requireAtMost(askedBytes + MOST_EXCESS, answer.response().contentLength());
          yield new PeerAnswer<>(kind.cast(answer.response()), Body.readFully(content));
        }
      }
    };
  }

  private static void requireAtMost(long most, int announced) {
    if (announced > most) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "The peer announced " + announced + " bytes, the limit is " + most);
    }
  }

  @Override
  public void close() {
    content.close();
  }
}
