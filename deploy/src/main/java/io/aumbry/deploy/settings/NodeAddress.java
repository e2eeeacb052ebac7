package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.cluster.Endpoint;
import java.util.Optional;

/** The addresses of a storage node. */
public record NodeAddress(
    @Setting(key = "storage.host", text = "Address to listen on for node messages.")
        @Default("0.0.0.0")
        String host,
    @Setting(
            key = "storage.port",
            range = "0 to 65535",
            text = "Port for node messages. 0 lets the system choose; the log names it.")
        @Default("1175")
        int port,
    @Setting(
            key = "storage.advertised-host",
            text = "Host name or address at which other processes reach this node.")
        String advertisedHost,
    @Setting(
            key = "storage.remote-address",
            form = "host:port",
            text =
                "Address at which processes of other data centres reach this node, if different.")
        Optional<Endpoint> remote,
    @Setting(
            key = "storage.zone",
            form = "1 to 63 letters, digits, '.', '_' or '-'",
            pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
            text =
                "Fault zone of this node, such as its rack. A zone holds at most one replica of a"
                    + " partition.")
        String zone) {}
