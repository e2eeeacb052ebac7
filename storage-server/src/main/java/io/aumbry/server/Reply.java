package io.aumbry.server;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.flow.EmptySource;

/**
 * The answer to a request.
 *
 * @param response the metadata of a blob in it is released with this reply
 * @param content has the length that the response states
 */
record Reply(NodeResponse response, ByteSource content) {
  static Reply of(NodeResponse response) {
    return new Reply(response, EmptySource.EMPTY);
  }

  static Reply failed(ErrorCode code, String reason) {
    return of(new NodeResponse.Failed(code, reason));
  }

  void closeMetadata() {
    if (response instanceof NodeResponse.Found found) {
      found.metadata().close();
    }
  }
}
