package io.aumbry.deploy.client;

import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Base of the commands that call a frontend. */
@Command(mixinStandardHelpOptions = true)
public abstract class FrontendCommand implements Callable<Integer> {
  @Mixin private FrontendOptions frontend = new FrontendOptions();

  /** Executes the command and prints its result. */
  protected abstract ExitCode act(FrontendClient client) throws IOException;

  protected final PrintWriter out() {
    return frontend.out();
  }

  protected final PrintWriter err() {
    return frontend.err();
  }

  protected final Time time() {
    return frontend.environment().time();
  }

  @Override
  public final Integer call() throws IOException {
    try (FrontendClient client = frontend.connect()) {
      return act(client).code();
    } finally {
      out().flush();
    }
  }
}
