package io.aumbry.transport.tls;

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
 * TLS of one server or client, whose files are looked at now and then: new connections use what is
 * in them, open ones go on. Files are taken when two looks find the same in them, since several
 * files are not replaced at once; what cannot be used is said once, and the old stays.
 */
public final class LiveTls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTls.class);

  /** What a look finds. */
  private sealed interface Look {
    record Contents(TlsMaterial.Text text) implements Look {}

    record Unreadable(String reason) implements Look {}
  }

  private final TlsConfig config;
  private final Function<TlsMaterial, SslContext> maker;
  private final Time time;
  private volatile SslContext current;
  private volatile boolean closed;

  /** What was found last, and what was last decided about; the lock is that of {@link #look}. */
  private Look last;

  private Look decided;

  /**
   * Reads the files.
   *
   * @throws UncheckedIOException when that cannot be done, or they cannot be used
   */
  LiveTls(TlsConfig config, Function<TlsMaterial, SslContext> maker, Time time) {
    this.config = config;
    this.maker = maker;
    this.time = time;
    try {
      TlsMaterial.Text text = TlsMaterial.Text.read(config);
      TlsMaterial material = TlsMaterial.of(text);
      this.last = new Look.Contents(text);
      this.decided = last;
      this.current = maker.apply(material);
      warnOfTime(material);
    } catch (IOException e) {
      throw new UncheckedIOException("TLS of " + config, e);
    } catch (GeneralSecurityException e) {
      throw new UncheckedIOException(
          "TLS of " + config, new IOException(String.valueOf(e.getMessage()), e));
    }
  }

  /** For a server that speaks {@code protocols}, best first. */
  public static LiveTls server(EventLoops loops, TlsConfig config, String... protocols) {
    LiveTls made =
        new LiveTls(
            config, material -> TlsContexts.server(config, material, protocols), loops.time());
    made.tick(loops);
    return made;
  }

  /** For a client that insists on one of {@code protocols}. */
  public static LiveTls client(EventLoops loops, TlsConfig config, String... protocols) {
    LiveTls made =
        new LiveTls(
            config, material -> TlsContexts.client(config, material, protocols), loops.time());
    made.tick(loops);
    return made;
  }

  /** For the next connection. */
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

  /** Reads the files, and acts on what two looks have found. */
  synchronized void look() {
    Look found = find();
    boolean settled = found.equals(last);
    last = found;
    if (!settled || found.equals(decided)) {
      return;
    }
    decided = found;
    switch (found) {
      case Look.Unreadable(String reason) -> keepOld(reason);
      case Look.Contents(TlsMaterial.Text text) -> take(text);
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
        .log("New certificates cannot be used, the old ones are kept");
  }

  private void warnOfTime(TlsMaterial material) {
    try {
      material.checkTime(time.wallMillis());
    } catch (GeneralSecurityException e) {
      LOG.atWarn()
          .addKeyValue("certificate", config.certificates())
          .addKeyValue("reason", e.getMessage())
          .log("Others will refuse our certificate");
    }
  }

  /** Looks no more. */
  @Override
  public void close() {
    closed = true;
  }
}
