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
 * Makes virtual threads whose scheduler is an executor of ours. The JDK has no public way to say
 * so; this is the only class that knows the hidden one, which needs {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}. Without that option threads run on the JDK's own scheduler: all
 * works, at about twice the CPU per request.
 *
 * <p>Public for the simulator, whose run queue is such an executor.
 */
public final class LoopThreads {
  private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);

  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";

  /** From an executor to a builder of threads that it carries; empty where that cannot be had. */
  private static final Optional<MethodHandle> WITH_EXECUTOR = find();

  private LoopThreads() {}

  /** Whether threads can be carried by an executor of ours. */
  public static boolean isAvailable() {
    return WITH_EXECUTOR.isPresent();
  }

  /** Makes threads that {@code carrier} runs, if that can be had. */
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
