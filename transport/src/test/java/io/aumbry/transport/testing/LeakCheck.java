package io.aumbry.transport.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that leaked a buffer: the garbage collector collected it before it was
 * released. Needs the leak detection level {@code paranoid}, which the build sets.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  static {
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
  }

  @Override
  public void afterAll(ExtensionContext context) throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      collect();
      PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
    }
    assertThat(LEAKS).isEmpty();
  }

  /** Returns when a collection has found all leaks. */
  private static void collect() throws InterruptedException {
    ReferenceQueue<Object> collected = new ReferenceQueue<>();
    WeakReference<Object> sentinel = new WeakReference<>(new Object(), collected);
    do {
      System.gc();
    } while (sentinel.get() != null);
    collected.remove();
  }

  private static final class Factory extends ResourceLeakDetectorFactory {
    /** Netty calls this deprecated abstract method. */
    @Override
    @Deprecated
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Recorder<>(resource, samplingInterval);
    }
  }

  private static final class Recorder<T> extends ResourceLeakDetector<T> {
    Recorder(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add(resourceType + records);
      super.reportTracedLeak(resourceType, records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add(resourceType);
      super.reportUntracedLeak(resourceType);
    }
  }
}
