package io.aumbry.frontend;

/**
 * Whether load balancers should send requests here, as {@code /healthCheck} reports. One thread
 * changes it; any thread reads it.
 */
public final class FrontendStatus {
  private volatile boolean up = true;

  public boolean isUp() {
    return up;
  }

  /** Requests are still answered. */
  public void shutDown() {
    up = false;
  }
}
