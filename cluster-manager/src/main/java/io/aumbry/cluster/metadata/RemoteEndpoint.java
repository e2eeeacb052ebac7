package io.aumbry.cluster.metadata;

import io.aumbry.protocol.cluster.Endpoint;
import java.util.Optional;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/** Where other data centres reach a node, in its record; absent when it is where its own do. */
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

  /**
   * What the record says.
   *
   * @throws IllegalArgumentException when that is no endpoint
   */
  public static Optional<Endpoint> in(ZNRecord instance) {
    return Optional.ofNullable(instance.getSimpleField(HOST))
        .map(host -> new Endpoint(host, Integer.parseInt(instance.getSimpleField(PORT))));
  }
}
