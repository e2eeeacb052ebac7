package io.aumbry.transport.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes virtual threads whose scheduler is an executor of ours. The JDK has no public way to say
 * so; this is the only class that knows the hidden one, which needs {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}. Without that option threads run on the JDK's own scheduler: all
 * works, at about twice the CPU per request.
 */
final class LoopThreads {
  private static final Logger LOG = LoggerFactory.getLogger(LoopThreads.class);

  private static final String BUILDER = "java.lang.ThreadBuilders$VirtualThreadBuilder";

  /** From an executor to a builder of threads that it carries. */
  private static final MethodHandle WITH_EXECUTOR = find();

  private LoopThreads() {}

  /** Whether threads are carried by the executor that was asked for. */
  static boolean areCarried(Thread.Builder.OfVirtual builder) {
    return builder != SHARED;
  }

  private static final Thread.Builder.OfVirtual SHARED = Thread.ofVirtual();

  /** Makes threads that {@code carrier} runs, if that can be had. */
  static Thread.Builder.OfVirtual carriedBy(Executor carrier) {
    try {
      return (Thread.Builder.OfVirtual) WITH_EXECUTOR.invoke(carrier);
    } catch (Throwable failure) {
      throw new IllegalStateException("Cannot make virtual threads for " + carrier, failure);
    }
  }

  private static MethodHandle find() {
    try {
      Constructor<?> constructor = Class.forName(BUILDER).getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return MethodHandles.lookup().unreflectConstructor(constructor);
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      LOG.atWarn()
          .addKeyValue("cause", e.getMessage())
          .log(
              "Requests run on the JDK's scheduler, at about twice the CPU;"
                  + " start with --add-opens java.base/java.lang=ALL-UNNAMED");
      return MethodHandles.dropArguments(
          MethodHandles.constant(Thread.Builder.OfVirtual.class, SHARED), 0, Executor.class);
    }
  }
}
