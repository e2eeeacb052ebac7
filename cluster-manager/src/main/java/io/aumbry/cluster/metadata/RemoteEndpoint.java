package io.aumbry.cluster.metadata;

import io.aumbry.protocol.cluster.Endpoint;
import java.util.Optional;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * The endpoint of a node for other data centres, in its record. Absent if it is the same as the
 * local one.
 */
public final class RemoteEndpoint {
  private static final String HOST = "REMOTE_HOST";
  private static final String PORT = "REMOTE_PORT";

  private RemoteEndpoint() {}

  public static void note(ZNRecord instance, Optional<Endpoint> endpoint) {
    instance.getSimpleFields().remove(HOST);
    instance.getSimpleFields().remove(PORT);
    endpoint.ifPresent(there -> {
      instance.setSimpleField(HOST, there.host());
      instance.setIntField(PORT, there.port());
    });
  }

  public static Optional<Endpoint> in(ZNRecord instance) {
    return Optional.ofNullable(instance.getSimpleField(HOST))
        .map(host -> new Endpoint(host, Integer.parseInt(instance.getSimpleField(PORT))));
  }
}
