package io.aumbry.frontend.access.sigv4;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The rules of an installation.
 *
 * @param region of this installation
 * @param regions further accepted regions; {@code us-east-1} is always accepted
 * @param services accepted in scopes
 * @param maxSkew between the clocks of client and server
 */
public record SignatureRules(
    String region, Set<String> regions, Set<String> services, Duration maxSkew) {
  public static final String DEFAULT_REGION = "us-east-1";
  public static final String S3 = "s3";
  public static final Duration MAX_SKEW = Duration.ofMinutes(15);

  public SignatureRules {
    Set<String> all = new HashSet<>(regions);
    all.add(region);
    all.add(DEFAULT_REGION);
    regions = Set.copyOf(all);
    services = Set.copyOf(services);
  }

  /** The rules of S3 for one region. */
  public static SignatureRules ofRegion(String region) {
    return new SignatureRules(region, Set.of(), Set.of(S3), MAX_SKEW);
  }
}
