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
 * A cluster as a file describes it:
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
 * In each data centre the first replica whose node is not {@code down} leads. A partition without a
 * {@code class} is of the default one. All other keys are needed and no others are allowed.
 */
record ClusterFile(
    List<DataCenter> dataCenters,
    List<Node> nodes,
    List<Placed> partitions,
    List<String> down,
    List<Integer> sealed) {
  /** A node as the file names it. */
  record Node(String name, int dataCenter, String zone, String host, int port) {}

  /** A partition, the names of its nodes, and that of its class. */
  record Placed(
      int id, List<String> replicas, @JsonProperty("class") Optional<String> partitionClass) {}

  private static final JsonReader<ClusterFile> READER =
      new JsonReader<>(ClusterFile.class, DataSize.parse("64 MiB"));

  /**
   * Reads a file and makes of it the view of a process in one of its data centres.
   *
   * @throws AumbryException with what is wrong in it, and where
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

  private static AumbryException wrong(Path path, String what, Exception cause) {
    return new AumbryException(ErrorCode.BAD_REQUEST, "cluster file " + path + ": " + what, cause);
  }
}
