package io.aumbry.tests.simulation.network;

import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Pull;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bulk copies between nodes that run, by the requests for them. */
public final class BulkCopies {
  /** A copy without a request for this time has ended. */
  private static final long LONGEST_MILLIS = 500;

  /** The names of the machines of a copy. */
  public record Ends(String source, String destination) {}

  /** The time of the last request of each copy. */
  private final Map<Ends, Long> asked = new LinkedHashMap<>();

  void asked(String client, String server, NodeRequest request, long nowMillis) {
    if (request instanceof Pull pull) {
      Ends ends = new Ends(server, client);
      asked.remove(ends);
      if (pull.form() == Pull.Form.OFFERED) {
        asked.put(ends, nowMillis);
      }
    }
  }

  List<Ends> running(long nowMillis) {
    asked.values().removeIf(last -> nowMillis - last > LONGEST_MILLIS);
    return List.copyOf(asked.keySet());
  }
}
