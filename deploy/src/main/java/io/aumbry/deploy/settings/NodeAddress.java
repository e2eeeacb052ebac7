package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.cluster.Endpoint;
import java.util.Optional;

/** Where a storage node listens, and where others find it. */
public record NodeAddress(
    @Setting(key = "storage.host", text = "Address on which it listens.") @Default("0.0.0.0")
        String host,
    @Setting(
            key = "storage.port",
            range = "0 to 65535",
            text = "Port for node messages; 0 lets the system choose, and the log says.")
        @Default("1175")
        int port,
    @Setting(
            key = "storage.advertised-host",
            text = "Host name or address by which others reach it.")
        String advertisedHost,
    @Setting(
            key = "storage.remote-address",
            form = "host:port",
            text = "Where those of other data centres reach it, if not where those of its own do.")
        Optional<Endpoint> remote,
    @Setting(
            key = "storage.zone",
            form = "1 to 63 letters, digits, '.', '_' or '-'",
            pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
            text =
                "What fails together with it, such as a rack: a partition has one replica in a"
                    + " zone.")
        String zone) {}
