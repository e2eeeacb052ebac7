package io.aumbry.server;

import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.flow.EmptySource;

/**
 * What an operation answers.
 *
 * @param response whose metadata, if it is a blob, is given back with this
 * @param content as long as the response says
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
