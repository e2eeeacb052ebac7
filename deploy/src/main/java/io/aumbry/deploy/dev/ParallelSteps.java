package io.aumbry.deploy.dev;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs an action on many processes in parallel and waits for all. */
final class ParallelSteps {
  private ParallelSteps() {}

  /** Runs the action on all, even if some fail. Then throws the first failure. */
  static <T> void atOnce(List<T> all, Consumer<T> action) {
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (T one : all) {
      tasks.add(() -> {
        action.accept(one);
        return true;
      });
    }
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      for (Future<Boolean> done : threads.invokeAll(tasks)) {
        done.get();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }
}
