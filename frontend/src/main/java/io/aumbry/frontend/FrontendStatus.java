package io.aumbry.frontend;

/**
 * Whether load balancers should send requests here, as {@code /healthCheck} tells them. One thread
 * switches it, any may look.
 */
public final class FrontendStatus {
  private volatile boolean up = true;

  public boolean isUp() {
    return up;
  }

  /** From now on requests are still answered, but no new ones are wanted. */
  public void shutDown() {
    up = false;
  }
}
