package io.aumbry.transport.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates virtual threads with a custom scheduler. The JDK has no public way to do this. Only this
 * class knows the hidden one, which needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 * Without the option, threads use the JDK's scheduler, at about twice the CPU per request.
 *
 * <p>Public for the simulator, which schedules threads with its run queue.
 */
public final class LoopThreads {
  private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);

  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";

  /**
   * Takes an executor and returns a builder of threads that run on it. Empty without the option.
   */
  private static final Optional<MethodHandle> WITH_EXECUTOR = find();

  private LoopThreads() {}

  public static boolean isAvailable() {
    return WITH_EXECUTOR.isPresent();
  }

  /**
   * Creates threads that run on {@code carrier}, or on the JDK's scheduler if custom ones are not
   * available.
   */
  public static Thread.Builder.OfVirtual carriedBy(Executor carrier) {
    if (WITH_EXECUTOR.isEmpty()) {
      return Thread.ofVirtual();
    }
    try {
      return (Thread.Builder.OfVirtual) WITH_EXECUTOR.get().invoke(carrier);
    } catch (Throwable failure) {
      throw new IllegalStateException("Cannot make virtual threads for " + carrier, failure);
    }
  }

  private static Optional<MethodHandle> find() {
    try {
      Constructor<?> constructor = Class.forName(BUILDER).getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return Optional.of(MethodHandles.lookup().unreflectConstructor(constructor));
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      LOG.atWarn()
          .addKeyValue("cause", e.getMessage())
          .log(
              "Requests run on the JDK's scheduler, at about twice the CPU;"
                  + " start with --add-opens java.base/java.lang=ALL-UNNAMED");
      return Optional.empty();
    }
  }
}
