package io.aumbry.bench.network;

import io.aumbry.bench.network.row.ConnectionSetup;
import io.aumbry.bench.network.row.Row;
import io.aumbry.bench.network.row.Rows;
import io.aumbry.protocol.runtime.SystemTime;
import java.nio.file.Path;
import java.util.List;

/** Starts the sides of variants. */
public interface SideLauncher {
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
  static SideLauncher processes(String main) {
    return (role, row, variant, folder) ->
        ProcessSide.start(
            main,
            List.of("bench", COMMAND, role.name(), row + "", variant + "", folder.toString()));
  }

  /** Starts all sides in this process. */
  static SideLauncher here() {
    return (role, row, variant, folder) -> {
      Row of = Rows.of(row);
      ConnectionSetup setting = of.variants().get(variant).setting();
      Identity identity = new Identity(folder);
      return switch (role) {
        case CLIENT -> new ClientSide(of, setting, identity, new SystemTime());
        case SERVER -> new ServerSide(setting, identity, new SystemTime());
      };
    };
  }
}
