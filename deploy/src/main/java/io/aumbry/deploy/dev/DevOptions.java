package io.aumbry.deploy.dev;

import io.aumbry.config.DataSize;
import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import io.aumbry.frontend.access.AuthenticationMode;
import java.nio.file.Path;
import java.util.Map;

/**
 * The options of a development cluster.
 *
 * @param stores storage nodes and partitions
 * @param data the folder for everything
 * @param frontends of all data centres
 * @param memoryLimit of a server, frontend or storage node: a third for the heap, the rest for
 *     buffers
 * @param logLevel of every process
 */
public record DevOptions(
    int dataCenters,
    Stores stores,
    Path data,
    Frontends frontends,
    DataSize memoryLimit,
    LogLevel logLevel) {
  /** The variable with the authentication, as of a frontend by itself. */
  public static final String AUTHENTICATION = "AUMBRY_FRONTEND_AUTHENTICATION";

  private static final int MOST_DATA_CENTERS = 8;
  private static final int MOST_NODES = 32;
  private static final int MOST_DISKS = 16;
  private static final int MOST_PARTITIONS = 10_000;
  private static final long LEAST_MEMORY = 384L << 20;

  /**
   * The storage of each data centre.
   *
   * @param nodes storage nodes
   * @param disks folders of each node
   * @param partitions of the cluster, created at its first start
   * @param zones fault zones, over which the nodes are spread evenly
   */
  public record Stores(int nodes, int disks, int partitions, int zones) {
    static final int USUAL_PARTITIONS = 12;

    /** Each copy of a partition needs a zone of its own. */
    static final int COPIES = 3;

    public Stores {
      check("--nodes", nodes, MOST_NODES);
      check("--disks", disks, MOST_DISKS);
      check("--partitions", partitions, MOST_PARTITIONS);
      int least = Math.min(COPIES, nodes);
      if (zones < least || zones > nodes) {
        throw new IllegalArgumentException(
            "--zones " + zones + ", must be " + least + " to " + nodes);
      }
    }

    /** Nodes with a zone each. */
    public Stores(int nodes, int disks) {
      this(nodes, disks, USUAL_PARTITIONS, nodes);
    }

    /** The zone of a node, both counted from 1. */
    int zone(int node) {
      return (node - 1) % zones + 1;
    }
  }

  /**
   * The options of all frontends.
   *
   * @param port of the first one, others get the following ports, also those of servers; 0 lets the
   *     system choose
   */
  public record Frontends(int port, AuthenticationMode authentication) {}

  public DevOptions {
    int port = frontends.port();
    check("--datacenters", dataCenters, MOST_DATA_CENTERS);
    int most = 65536 - dataCenters * stores.nodes();
    if (port < 0 || port > most) {
      throw new IllegalArgumentException("--port " + port + ", must be 0 to " + most);
    }
    if (memoryLimit.bytes() < LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "--memory-limit " + memoryLimit + ", must be at least " + new DataSize(LEAST_MEMORY));
    }
  }

  /**
   * The authentication in an environment. Without one, strangers may use the public container.
   *
   * @throws IllegalArgumentException if there is no such mode
   */
  public static AuthenticationMode authentication(Map<String, String> environment) {
    String text = environment.getOrDefault(AUTHENTICATION, "optional");
    try {
      return ValueTypes.oneOf(AuthenticationMode.class).parse(text);
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(AUTHENTICATION + ": " + unknown.getMessage(), unknown);
    }
  }

  DataSize heap() {
    return new DataSize(memoryLimit.bytes() / 3);
  }

  DataSize direct() {
    return new DataSize(memoryLimit.bytes() - heap().bytes());
  }

  private static void check(String option, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(option + " " + value + ", must be 1 to " + max);
    }
  }
}
