package io.aumbry.transport.tls;

import io.aumbry.protocol.runtime.SettledChange;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoops;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of one server or client, with files that are reloaded. New connections use the new files;
 * open connections continue. Several files cannot be replaced at once, so a change is applied when
 * two reads find the same contents. If the new files are unusable, this is logged once and the old
 * ones stay in use.
 */
public final class LiveTls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTls.class);

  private sealed interface Look {
    record Contents(TlsMaterial.Text text) implements Look {}

    record Unreadable(String reason) implements Look {}
  }

  private final TlsConfig config;
  private final Function<TlsMaterial, SslContext> maker;
  private final Time time;
  private volatile SslContext current;
  private volatile boolean closed;

  /** Guarded by the lock of {@link #look}. */
  private final SettledChange<Look> change;

  /**
   * Reads the files.
   *
   * @throws UncheckedIOException if they cannot be read or are unusable
   */
  LiveTls(TlsConfig config, Function<TlsMaterial, SslContext> maker, Time time) {
    this.config = config;
    this.maker = maker;
    this.time = time;
    try {
      TlsMaterial.Text text = TlsMaterial.Text.read(config);
      TlsMaterial material = TlsMaterial.of(text);
      this.change = new SettledChange<>(new Look.Contents(text));
      this.current = maker.apply(material);
      warnOfTime(material);
    } catch (IOException e) {
      throw new UncheckedIOException("TLS of " + config, e);
    } catch (GeneralSecurityException e) {
      throw new UncheckedIOException(
          "TLS of " + config, new IOException(String.valueOf(e.getMessage()), e));
    }
  }

  /** For a server that supports {@code protocols}, best first. */
  public static LiveTls server(EventLoops loops, TlsConfig config, String... protocols) {
    LiveTls made =
        new LiveTls(
            config, material -> TlsContexts.server(config, material, protocols), loops.time());
    made.tick(loops);
    return made;
  }

  /** For a client that requires one of {@code protocols}. */
  public static LiveTls client(EventLoops loops, TlsConfig config, String... protocols) {
    LiveTls made =
        new LiveTls(
            config, material -> TlsContexts.client(config, material, protocols), loops.time());
    made.tick(loops);
    return made;
  }

  public SslContext context() {
    return current;
  }

  private void tick(EventLoops loops) {
    loops
        .loops()
        .get(0)
        .schedule(
            config.reloadEvery(),
            () -> {
              if (!closed) {
                loops.helpers().execute(this::look);
                tick(loops);
              }
            });
  }

  /** Reads the files, and applies a change that two reads agree on. */
  synchronized void look() {
    Look found = find();
    if (change.isNew(found)) {
      switch (found) {
        case Look.Unreadable(String reason) -> keepOld(reason);
        case Look.Contents(TlsMaterial.Text text) -> take(text);
      }
    }
  }

  private Look find() {
    try {
      return new Look.Contents(TlsMaterial.Text.read(config));
    } catch (IOException e) {
      return new Look.Unreadable(String.valueOf(e.getMessage()));
    }
  }

  private void take(TlsMaterial.Text text) {
    try {
      TlsMaterial material = TlsMaterial.of(text);
      material.checkTime(time.wallMillis());
      current = maker.apply(material);
      LOG.atInfo()
          .addKeyValue("certificate", config.certificates())
          .addKeyValue("until", material.chain().get(0).getNotAfter().toInstant())
          .log("New connections use the new certificates");
    } catch (GeneralSecurityException | UncheckedIOException e) {
      keepOld(String.valueOf(e.getMessage()));
    }
  }

  private void keepOld(String reason) {
    LOG.atWarn()
        .addKeyValue("certificate", config.certificates())
        .addKeyValue("reason", reason)
        .log("The new certificates are unusable; the old ones stay in use");
  }

  private void warnOfTime(TlsMaterial material) {
    try {
      material.checkTime(time.wallMillis());
    } catch (GeneralSecurityException e) {
      LOG.atWarn()
          .addKeyValue("certificate", config.certificates())
          .addKeyValue("reason", e.getMessage())
          .log("Peers will refuse the certificate of this process");
    }
  }

  /** Stops reloading. */
  @Override
  public void close() {
    closed = true;
  }
}
