package io.aumbry.tests.layers;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.ConstructorCallTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** Calls that the product must not make, because a simulation cannot replace them. */
enum Forbidden {
  /** Reads a clock of the machine. */
  CLOCK {
    @Override
    boolean matches(CodeUnitAccessTarget target) {
      JavaClass owner = target.getOwner();
      if (owner.isEquivalentTo(Clock.class)) {
        return target.getName().startsWith("system") || target.getName().startsWith("tick");
      }
      boolean reads =
          target.getName().equals("now") && owner.getPackageName().startsWith("java.time");
      return (reads && !takes(target, Set.of(Clock.class)))
          || named(target, System.class, Set.of("currentTimeMillis", "nanoTime"))
          || named(target, Calendar.class, Set.of("getInstance"))
          || (named(target, Date.class, Set.of("<init>"))
              && target.getRawParameterTypes().isEmpty());
    }
  },

  /** Draws random numbers without a seed. */
  CHANCE {
    private static final Set<Class<?>> GENERATORS =
        Set.of(Random.class, SplittableRandom.class, SecureRandom.class, ThreadLocalRandom.class);

    @Override
    boolean matches(CodeUnitAccessTarget target) {
      return GENERATORS.stream().anyMatch(target.getOwner()::isEquivalentTo)
          || named(target, Math.class, Set.of("random"))
          || named(target, UUID.class, Set.of("randomUUID"))
          || named(target, RandomGenerator.class, Set.of("getDefault", "of"))
          || (named(target, Collections.class, Set.of("shuffle"))
              && target.getRawParameterTypes().size() == 1);
    }
  },

  /** Waits for time to pass, alone or as a limit of another wait. */
  TIMED_WAIT {
    private static final Map<Class<?>, Set<String>> BY_NAME =
        Map.of(
            Thread.class, Set.of("sleep"),
            LockSupport.class, Set.of("parkNanos", "parkUntil"),
            TimeUnit.class, Set.of("sleep", "timedWait", "timedJoin"),
            Condition.class, Set.of("awaitNanos", "awaitUntil"));

    @Override
    boolean matches(CodeUnitAccessTarget target) {
      if (target instanceof ConstructorCallTarget) {
        return false;
      }
      boolean waitsUpTo =
          (named(target, Object.class, Set.of("wait"))
                  || named(target, Thread.class, Set.of("join")))
              && !target.getRawParameterTypes().isEmpty();
      return waitsUpTo
          || BY_NAME.entrySet().stream().anyMatch(e -> named(target, e.getKey(), e.getValue()))
          || hasTimeout(target);
    }

    private boolean hasTimeout(CodeUnitAccessTarget target) {
      JavaClass owner = target.getOwner();
      boolean canWait =
          owner.getPackageName().startsWith("java.util.concurrent")
              || owner.isAssignableTo(Process.class)
              || owner.isAssignableTo(java.util.concurrent.Future.class)
              || owner.isAssignableTo(java.util.concurrent.BlockingQueue.class);
      return canWait
          && !owner.isEquivalentTo(TimeUnit.class)
          && takes(target, Set.of(TimeUnit.class, Duration.class));
    }
  },

  /** Opens a private member by reflection. */
  SET_ACCESSIBLE {
    @Override
    boolean matches(CodeUnitAccessTarget target) {
      return target.getOwner().isAssignableTo(java.lang.reflect.AccessibleObject.class)
          && Set.of("setAccessible", "trySetAccessible").contains(target.getName());
    }
  };

  abstract boolean matches(CodeUnitAccessTarget target);

  private static boolean named(CodeUnitAccessTarget target, Class<?> owner, Set<String> names) {
    return names.contains(target.getName()) && target.getOwner().isAssignableTo(owner);
  }

  private static boolean takes(CodeUnitAccessTarget target, Set<Class<?>> types) {
    return target.getRawParameterTypes().stream()
        .anyMatch(parameter -> types.stream().anyMatch(parameter::isEquivalentTo));
  }
}
