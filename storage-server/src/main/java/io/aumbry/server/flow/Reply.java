package io.aumbry.server.flow;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.EmptySource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;

/**
 * The answer to a node message, which the caller closes.
 *
 * @param response the metadata of a blob in it is released with this reply
 * @param content has the length that the response states
 */
public record Reply(NodeResponse response, ByteSource content) {
  public static Reply of(NodeResponse response) {
    return new Reply(response, EmptySource.EMPTY);
  }

  public static Reply failed(ErrorCode code, String reason) {
    return of(new NodeResponse.Failed(code, reason));
  }

  public void closeMetadata() {
    if (response instanceof NodeResponse.Found found) {
      found.metadata().close();
    }
  }
}
