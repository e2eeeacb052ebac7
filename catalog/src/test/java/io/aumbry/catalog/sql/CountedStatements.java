package io.aumbry.catalog.sql;

import io.aumbry.protocol.runtime.RequestContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A database that counts the statements of transactions, each of which costs a round trip. */
public final class CountedStatements implements Database {
  private static final Pattern SCANNED =
      Pattern.compile("Scan .*actual rows=([0-9.]+) loops=(\\d+)");

  private final Database database;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger scanned = new AtomicInteger();
  private boolean explains;

  public CountedStatements(Database database) {
    this.database = database;
  }

  /** The number of statements since the last call. */
  public int take() {
    return count.getAndSet(0);
  }

  /** Lets PostgreSQL explain each query, and so counts the rows that it reads. */
  public void explain() {
    explains = true;
  }

  public int scannedRows() {
    return scanned.get();
  }

  private Connection counted(Connection connection) {
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          Object result = call(connection, method, arguments);
          return method.getName().equals("prepareStatement")
              ? counted(connection, (PreparedStatement) result, (String) arguments[0])
              : result;
        });
  }

  private PreparedStatement counted(Connection connection, PreparedStatement real, String sql) {
    List<Object[]> parameters = new ArrayList<>();
    return proxy(
        PreparedStatement.class,
        (_, method, arguments) -> {
          if (method.getName().startsWith("set")) {
            parameters.add(new Object[] {method, arguments});
          }
          if (method.getName().startsWith("execute")) {
            count.incrementAndGet();
          }
          if (explains && method.getName().equals("executeQuery")) {
            explain(connection, sql, parameters);
          }
          return call(real, method, arguments);
        });
  }

  private void explain(Connection connection, String sql, List<Object[]> parameters)
      throws Throwable {
    String explained = "EXPLAIN (ANALYZE, TIMING OFF) " + sql;
    try (PreparedStatement explain = connection.prepareStatement(explained)) {
      for (Object[] parameter : parameters) {
        call(explain, (Method) parameter[0], (Object[]) parameter[1]);
      }
      try (ResultSet plan = explain.executeQuery()) {
        while (plan.next()) {
          scanned.addAndGet(scannedRows(plan.getString(1)));
        }
      }
    }
  }

  private static int scannedRows(String line) {
    Matcher scan = SCANNED.matcher(line);
    return scan.find()
        ? (int) Math.ceil(Double.parseDouble(scan.group(1)) * Integer.parseInt(scan.group(2)))
        : 0;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public <R> R read(Consistency consistency, Work<R> work, RequestContext context) {
    return database.read(consistency, connection -> work.run(counted(connection)), context);
  }

  @Override
  public <R> R write(Work<R> work, RequestContext context) {
    return database.write(connection -> work.run(counted(connection)), context);
  }

  @Override
  public Database reserved() {
    return database.reserved();
  }

  @Override
  public Dialect dialect() {
    return database.dialect();
  }

  @Override
  public void close() {
    database.close();
  }
}
