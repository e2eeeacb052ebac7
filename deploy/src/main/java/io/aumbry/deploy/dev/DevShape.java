package io.aumbry.deploy.dev;

/** The processes that a development cluster consists of. */
public enum DevShape {
  /** All parts are in this process. */
  ONE_PROCESS,
  /** Each node is a server, which has the other parts. */
  SERVERS,
  /** Each controller, node and frontend is a process. */
  SEPARATE;

  boolean isApart() {
    return this != ONE_PROCESS;
  }
}
