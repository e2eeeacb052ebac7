package io.aumbry.frontend.audit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.config.json.JsonWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The JSON of a line.
 *
 * @param time in UTC, as in RFC 3339
 */
record AuditLine(
    String time,
    String requestId,
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped Target target,
    String origin,
    String outcome,
    int status) {
  /**
   * The sender.
   *
   * @param credential public name of the key or token, valid or not
   * @param decision the statement of a policy, or another reason
   */
  record Subject(String identity, String credential, String decision) {}

  record Target(String action, String resource) {}

  /** Limit of a text in the line of a refusal. Everyone can cause it, with names of any length. */
  private static final int MOST_OF_REFUSAL = 200;

  static AuditLine of(long millis, AuditEvent event) {
    int most = event.isRefusal() ? MOST_OF_REFUSAL : Integer.MAX_VALUE;
    return new AuditLine(
        Instant.ofEpochMilli(millis).toString(),
        event.requestId(),
        new Subject(
            event.subject().caller().label(),
            event.subject().claimed(),
            begin(event.subject().decision(), most)),
        new Target(event.action().policyName(), begin(event.resource().label(), most)),
        text(event.origin()),
        event.outcome(),
        event.status());
  }

  /** Keeps both halves of a character beyond the basic plane, or none. */
  private static String begin(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean splits = Character.isSurrogatePair(text.charAt(most - 1), text.charAt(most));
    return text.substring(0, splits ? most - 1 : most) + "...";
  }

  private static String text(InetSocketAddress client) {
    String host =
        client.isUnresolved() ? client.getHostString() : client.getAddress().getHostAddress();
    return host + ":" + client.getPort();
  }

  /** Loads the classes that write lines, so that the first request does not wait for this. */
  static void prepare() {
    new AuditLine("", "", new Subject("", "", ""), new Target("", ""), "", "", 0).bytes();
  }

  /**
   * The line with its end, in US-ASCII. All other characters are escaped, because readers also take
   * some of them for the end of a line.
   */
  byte[] bytes() {
    String line = JsonWriter.ASCII.line(this).replace("\u007f", "\\u007f") + '\n';
    return line.getBytes(StandardCharsets.US_ASCII);
  }
}
