package io.aumbry.frontend.rest.blob;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Optional;

/** The treatment of uploads that never expire, in containers that require a TTL. */
public record TtlPolicy(
    @Setting(
            key = "frontend.fail-if-ttl-required-but-missing",
            text =
                "Whether to refuse an upload without a TTL, or with a longer one than"
                    + " frontend.max-required-ttl, if its container requires a TTL. Otherwise the"
                    + " upload is stored, and the answer has x-ambry-non-compliance-warning.")
        @Default("false")
        boolean refuses,
    @Setting(
            key = "frontend.max-required-ttl",
            range = "1s to 3650d",
            text = "Longest TTL that complies with a container that requires one.")
        @Default("30d")
        Duration longest) {
  public TtlPolicy {
    Bounds.check("longest", longest, Duration.ofSeconds(1), Duration.ofDays(3650));
  }

  /**
   * Checks the TTL of an upload.
   *
   * @return the warning for the client, if the upload does not comply
   * @throws Refusal 400 if such uploads are refused
   */
  Optional<String> check(Owner owner, long ttlSeconds) {
    boolean complies = ttlSeconds != Expiry.INFINITE_TTL && ttlSeconds <= longest.toSeconds();
    if (complies || !owner.container().rules().storage().ttlRequired()) {
      return Optional.empty();
    }
    String rule = Names.TTL + " of at most " + longest.toSeconds();
    if (refuses) {
      throw new Refusal(RestError.INVALID_ARGS, "Container '" + owner + "' requires " + rule);
    }
    return Optional.of(rule + " will be required for future uploads");
  }
}
