package io.aumbry.bench.network;

import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.util.List;

/** Starts the sides of variants. */
public interface Sides {
  enum Role {
    CLIENT,
    SERVER
  }

  /** The subcommand of child processes. */
  String COMMAND = "network-side";

  /**
   * Starts a side.
   *
   * @param row its number
   * @param variant its index in the row
   * @param folder of the certificates
   */
  Side start(Role role, int row, int variant, Path folder);

  /**
   * Starts each side in a child process.
   *
   * @param main the main class that has the command
   */
  static Sides processes(String main) {
    return (role, row, variant, folder) ->
        ProcessSide.start(
            main,
            List.of("bench", COMMAND, role.name(), row + "", variant + "", folder.toString()));
  }

  /** Starts all sides in this process. */
  static Sides here() {
    return (role, row, variant, folder) -> {
      Row of = Rows.of(row);
      Wiring setting = of.variants().get(variant).setting();
      Identity identity = new Identity(folder);
      return switch (role) {
        case CLIENT -> new ClientSide(of, setting, identity, new SystemTime());
        case SERVER -> new ServerSide(setting, identity, new SystemTime());
      };
    };
  }
}
