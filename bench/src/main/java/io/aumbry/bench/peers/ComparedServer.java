package io.aumbry.bench.peers;

import io.aumbry.bench.process.ServerProcesses;
import java.io.IOException;
import java.util.List;

/** A storage server in a comparison. */
public interface ComparedServer {
  /** The name of its folder. */
  String folder();

  /**
   * Starts its processes. Some may not answer yet when this returns.
   *
   * @return the interfaces to measure
   * @throws IllegalStateException when it does not start
   */
  List<PeerInterface> start(ServerProcesses servers) throws IOException;
}
