package io.aumbry.deploy.dev;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Does things to many processes at once, and waits until all are done. */
final class ParallelSteps {
  private ParallelSteps() {}

  /** Does it to all, even if some fail; then throws the first failure. */
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
