package io.aumbry.deploy.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the shell is told. */
public enum ExitCode {
  OK(0, "all is well"),
  FAILED(1, "it failed, and the message says why"),
  USAGE(2, "the command line or the configuration is wrong"),
  NOT_FOUND(3, "there is no such blob, or it was deleted or has expired"),
  REFUSED(4, "the endpoint refused the request"),
  CORRUPT(5, "what came is not what was stored, and was thrown away"),
  UNAVAILABLE(6, "the endpoint cannot be reached or cannot serve now; try again"),
  DAMAGED(7, "files of a store are damaged, see what was printed");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  /** Meanings by code, for the help. */
  public static Map<String, String> help() {
    Map<String, String> meanings = new LinkedHashMap<>();
    for (ExitCode value : values()) {
      meanings.put(Integer.toString(value.code), value.meaning);
    }
    return meanings;
  }
}
