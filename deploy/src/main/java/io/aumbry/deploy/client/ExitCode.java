package io.aumbry.deploy.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Exit codes. */
public enum ExitCode {
  OK(0, "success"),
  FAILED(1, "failed; the message gives the reason"),
  USAGE(2, "the command line or the configuration is invalid"),
  NOT_FOUND(3, "the blob or object does not exist, was deleted or has expired"),
  REFUSED(4, "the endpoint refused the request"),
  CORRUPT(5, "the received bytes are not the stored ones and were discarded"),
  UNAVAILABLE(6, "the endpoint is unreachable or cannot serve now; try again"),
  DAMAGED(7, "files of a store are damaged; see the output");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  /** Meanings by code, for help texts. */
  public static Map<String, String> help() {
    Map<String, String> meanings = new LinkedHashMap<>();
    for (ExitCode value : values()) {
      meanings.put(Integer.toString(value.code), value.meaning);
    }
    return meanings;
  }
}
