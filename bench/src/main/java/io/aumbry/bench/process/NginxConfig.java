package io.aumbry.bench.process;

import io.aumbry.deploy.tls.DevCertificates;
import java.nio.file.Path;

/**
 * The two configurations of the reference. Each nginx has one worker without a master, so that its
 * cost is that of one process id. They are as lean as possible: sendfile, an open-file cache, no
 * access log, kept-alive connections on both hops, and buffers that hold a response without a
 * temporary file.
 */
final class NginxConfig {
  private static final String COMMON =
      """
      daemon off;
      master_process off;
      worker_processes 1;
      error_log %1$s/error.log;
      pid %1$s/pid;
      events { worker_connections 4096; }
      http {
        access_log off;
        sendfile on;
        tcp_nopush on;
        tcp_nodelay on;
        keepalive_requests 1000000000;
        client_body_temp_path %1$s/body;
        proxy_temp_path %1$s/proxy;
        fastcgi_temp_path %1$s/fastcgi;
        uwsgi_temp_path %1$s/uwsgi;
        scgi_temp_path %1$s/scgi;
        default_type application/octet-stream;
      """;

  private NginxConfig() {}

  /** Serves the files below a folder. */
  static String files(Path home, int port, Path root) {
    return fileServer(home, Integer.toString(port), root, "");
  }

  /** Serves the files below a folder over TLS. */
  static String encryptedFiles(Path home, int port, Path root, DevCertificates.Identity identity) {
    return fileServer(
        home,
        port + " ssl",
        root,
        """
            ssl_protocols TLSv1.3;
            ssl_certificate %s;
            ssl_certificate_key %s;
        """
            .formatted(identity.certificate(), identity.key()));
  }

  private static String fileServer(Path home, String port, Path root, String encryption) {
    return COMMON.formatted(home)
        + """
          open_file_cache max=100000;
          server {
            listen 127.0.0.1:%s;
            root %s;
        %s  }
        }
        """
            .formatted(port, root, encryption);
  }

  /** Forwards everything to the file server. */
  static String proxy(Path home, int port, int filesPort, boolean tls) {
    return COMMON.formatted(home)
        + """
          upstream files {
            server 127.0.0.1:%2$d;
            keepalive 256;
            keepalive_requests 1000000000;
          }
          server {
            listen 127.0.0.1:%1$d;
            location / {
              proxy_pass %3$s://files;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_buffer_size 16k;
              proxy_buffers 16 64k;
              proxy_max_temp_file_size 0;
              proxy_ssl_protocols TLSv1.3;
              proxy_ssl_verify off;
            }
          }
        }
        """
            .formatted(port, filesPort, tls ? "https" : "http");
  }
}
