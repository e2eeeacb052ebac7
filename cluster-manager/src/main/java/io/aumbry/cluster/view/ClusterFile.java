package io.aumbry.cluster.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A cluster described by a file:
 *
 * <pre>{@code
 * {
 *   "dataCenters": [{"id": 1, "name": "home"}],
 *   "nodes": [{"name": "n1", "dataCenter": 1, "zone": "z1", "host": "10.0.0.1", "port": 7000}, ...],
 *   "partitions": [{"id": 0, "replicas": ["n1", "n2", "n3"], "class": "cold"}, ...],
 *   "down": [],
 *   "sealed": []
 * }
 * }</pre>
 *
 * <p>In each data centre the first replica on a node that is not {@code down} leads. The {@code
 * class} is optional. All other keys are required, and no others are allowed.
 */
record ClusterFile(
    List<DataCenter> dataCenters,
    List<Node> nodes,
    List<Placed> partitions,
    List<String> down,
    List<Integer> sealed) {
  record Node(String name, int dataCenter, String zone, String host, int port) {}

  record Placed(
      int id, List<String> replicas, @JsonProperty("class") Optional<String> partitionClass) {}

  private static final JsonReader<ClusterFile> READER =
      new JsonReader<>(ClusterFile.class, DataSize.parse("64 MiB"));

  /**
   * Reads a file as the view of a process in data centre {@code local}.
   *
   * @throws AumbryException if the file is invalid
   */
  static ClusterView view(Path path, String local) {
    try {
      return new ClusterFileView(READER.read(path)).in(local);
    } catch (IOException e) {
      throw wrong(path, e.toString(), e);
    } catch (JsonException | IllegalArgumentException e) {
      throw wrong(path, String.valueOf(e.getMessage()), e);
    }
  }

  private static AumbryException wrong(Path path, String reason, Exception cause) {
    return new AumbryException(
        ErrorCode.BAD_REQUEST, "cluster file " + path + ": " + reason, cause);
  }
}
