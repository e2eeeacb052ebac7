package io.aumbry.deploy.process;

import io.aumbry.config.ConfigException;
import io.aumbry.deploy.admin.AdminServer;
import io.aumbry.deploy.admin.MetricsPage;
import io.aumbry.deploy.admin.ProcessMetrics;
import io.aumbry.deploy.settings.RoleSettings;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The common frame of all processes: name, metrics, admin port, ordered start and stop. */
final class ProcessFrame implements RunningProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessFrame.class);

  private final String name;
  private final Metrics metrics = new Metrics();
  private final ProcessComponents components = new ProcessComponents();

  /** The starting thread replaces it once; the admin port's threads read it. */
  private volatile Supplier<Optional<String>> missing = () -> Optional.of("starting");

  private ProcessFrame(String name) {
    this.name = name;
  }

  /**
   * Starts a process.
   *
   * @param assembly wires its components
   */
  static RunningProcess start(RoleSettings settings, Time time, Assembly assembly) {
    ProcessFrame frame = new ProcessFrame(settings.process().name());
    try {
      frame.startAdmin(settings.admin().address(), time);
      frame.missing = assembly.assemble(frame);
    } catch (InterruptedException interrupted) {
      frame.close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(frame.name + " was interrupted while it started");
    } catch (RuntimeException | Error failure) {
      frame.closeUninterrupted();
      throw failure;
    }
    LOG.atInfo().addKeyValue("process", frame.name).log("started");
    return frame;
  }

  /** Wires the parts of a process. */
  @FunctionalInterface
  interface Assembly {
    /**
     * Starts the parts and adds them to the frame.
     *
     * @return supplies the reason why the process is not ready
     * @throws InterruptedException while it waits for other processes
     */
    Supplier<Optional<String>> assemble(ProcessFrame frame) throws InterruptedException;
  }

  @Override
  public String name() {
    return name;
  }

  Metrics metrics() {
    return metrics;
  }

  <T extends AutoCloseable> T add(String part, T closeable) {
    return components.add(part, closeable);
  }

  ProcessComponents components() {
    return components;
  }

  @Override
  public Optional<String> missing() {
    return missing.get();
  }

  @Override
  public void close() {
    missing = () -> Optional.of("stopping");
    components.close();
    LOG.atInfo().addKeyValue("process", name).log("stopped");
  }

  /** The parts wait while they stop, which an interrupt of the start would prevent. */
  private void closeUninterrupted() {
    boolean isInterrupted = Thread.interrupted();
    close();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void startAdmin(InetSocketAddress address, Time time) {
    ProcessMetrics.register(metrics);
    try {
      AdminServer admin =
          components.add(
              "admin",
              AdminServer.start(name, address, new MetricsPage(metrics, time), this::missing));
      LOG.atInfo()
          .addKeyValue("process", name)
          .addKeyValue("address", admin.address())
          .log("admin port is open");
    } catch (IOException failure) {
      throw new ConfigException(
          "cannot open the admin port " + address + " of " + name + ": " + failure.getMessage());
    }
  }
}
