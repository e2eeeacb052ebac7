package io.aumbry.bench.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/** The client or the server of a variant. It answers one line at a time. Used by one thread. */
public interface Side extends AutoCloseable {
  /**
   * Performs a command.
   *
   * @return its answer
   * @throws IllegalStateException when it failed
   */
  String ask(String line);

  @Override
  void close();

  /** Answers line by line until the input ends. */
  default void serve(BufferedReader in, PrintStream out) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(ask(line));
      out.flush();
    }
  }
}
