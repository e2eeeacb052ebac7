package io.aumbry.deploy.admin;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import java.net.InetSocketAddress;

/** The address of a process's admin port. */
public record AdminPort(
    @Setting(
            key = "admin.host",
            text =
                "Address of the admin port. It has no authentication: keep it off public"
                    + " networks.")
        @Default("127.0.0.1")
        String host,
    @Setting(
            key = "admin.port",
            range = "0 to 65535",
            text =
                "Port of /healthz, /readyz and /metrics. 0 lets the system choose; the log names"
                    + " the port.")
        @Default("0")
        int port) {
  public InetSocketAddress address() {
    return new InetSocketAddress(host, port);
  }
}
