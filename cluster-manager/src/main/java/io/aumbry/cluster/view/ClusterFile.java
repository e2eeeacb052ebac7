package io.aumbry.cluster.view;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
      int id,
      List<String> replicas,
      @JsonProperty("class") @JacksonInject(value = "class", useInput = OptBoolean.TRUE)
          String partitionClass) {}

  private static final long MOST_BYTES = 64L << 20;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .injectableValues(
              new InjectableValues.Std().addValue("class", PartitionClass.DEFAULT.name()))
          .build();

  /**
   * Reads a file and makes of it the view of a process in one of its data centres.
   *
   * @throws AumbryException with what is wrong in it, and where
   */
  static ClusterView view(Path path, String local) {
    try {
      long size = Files.size(path);
      if (size > MOST_BYTES) {
        throw new IllegalArgumentException(size + " bytes, at most " + MOST_BYTES);
      }
      ClusterFile file = MAPPER.readValue(Files.readAllBytes(path), ClusterFile.class);
      return new ClusterFileView(file).in(local);
    } catch (JacksonException e) {
      throw wrong(path, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw wrong(path, e.toString(), e);
    } catch (IllegalArgumentException e) {
      throw wrong(path, String.valueOf(e.getMessage()), e);
    }
  }

  private static AumbryException wrong(Path path, String what, Exception cause) {
    return new AumbryException(ErrorCode.BAD_REQUEST, "cluster file " + path + ": " + what, cause);
  }
}
