package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.aumbry.catalog.sql.SqlConnections.Lease;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that fail when they are given back. */
final class SqlConnectionsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final PlainCarrier carrier = new PlainCarrier();
  private final AtomicInteger opened = new AtomicInteger();
  private final SqlConnections connections =
      SqlConnections.open(
          new SqlConnections.Plan(
              "test",
              proxy(
                  DataSource.class,
                  (_, method, _) ->
                      method.getName().equals("getConnection") ? connection() : nothing(method)),
              1,
              true,
              LIMIT),
          proxy(SqlEngine.class, (_, _, _) -> null),
          carrier.time());

  private volatile boolean failsToReset;

  @AfterEach
  void close() {
    connections.close();
    carrier.close();
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Connection connection() {
    opened.incrementAndGet();
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          boolean isReset =
              method.getName().equals("setAutoCommit") && Boolean.TRUE.equals(arguments[0]);
          if (isReset && failsToReset) {
            throw new SQLException("it cannot be reset", "HY000");
          }
          return nothing(method);
        });
  }

  /** What a healthy connection returns. */
  private static @Nullable Object nothing(Method method) {
    Class<?> result = method.getReturnType();
    if (result == boolean.class) {
      return method.getName().equals("isValid") || method.getName().equals("getAutoCommit");
    }
    return result == int.class ? 0 : null;
  }

  private Lease take() throws SQLException {
    return connections.take(Deadline.after(LIMIT, carrier.time()));
  }

  /** A transaction that was committed must not be repeated. */
  @Test
  void aConnectionThatBreaksAfterItsWorkIsReplaced() throws Exception {
    Lease lease = take();
    lease.connection().setAutoCommit(false);
    int before = opened.get();
    failsToReset = true;
    assertThatCode(lease::close).doesNotThrowAnyException();
    failsToReset = false;
    take().close();
    assertThat(opened.get()).isGreaterThan(before);
  }

  @Test
  void aDiscardedConnectionIsNotGivenBack() throws Exception {
    Lease lease = take();
    lease.connection().setAutoCommit(false);
    lease.discard();
    assertThatCode(lease::close).doesNotThrowAnyException();
    assertThat(connections.active()).isZero();
  }
}
