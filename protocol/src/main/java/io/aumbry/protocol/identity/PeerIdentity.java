package io.aumbry.protocol.identity;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An identity within one cluster: a role and a name.
 *
 * @param cluster the {@code cluster.name} of all processes of the cluster
 * @param name the {@code process.name} of a process, or the name of an operator
 */
public record PeerIdentity(String cluster, PeerRole role, String name) {
  private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,62}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  /** Matches all URIs that claim to be identities, valid or not. */
  private static final Pattern CLAIM =
      Pattern.compile("(?is)aumbry:.*|spiffe://[^/]*/aumbry(/.*)?");

  private static final Pattern FORM =
      Pattern.compile("(?:aumbry:/|spiffe://[a-z0-9._-]{1,255}/aumbry)/([^/]*)/([^/]*)/([^/]*)");

  private static final String ROLES =
      Arrays.stream(PeerRole.values()).map(PeerRole::word).collect(Collectors.joining(", "));

  public PeerIdentity {
    if (!CLUSTER.matcher(cluster).matches()) {
      throw new IllegalArgumentException(
          "cluster '" + cluster + "' must be 1 to 63 letters, digits or '-'");
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name '" + name + "' must be 1 to 63 letters, digits, '.', '_' or '-'");
    }
  }

  /** Whether a URI claims to be an identity. Other URIs of a certificate are ignored. */
  public static boolean isClaimedBy(String uri) {
    return CLAIM.matcher(uri).matches();
  }

  /**
   * Reads either form. Nothing is decoded or normalised, so two spellings never name one identity.
   *
   * @throws IllegalArgumentException naming the invalid part
   */
  public static PeerIdentity parse(String uri) {
    Matcher form = FORM.matcher(uri);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'"
              + uri
              + "' is neither aumbry://CLUSTER/ROLE/NAME nor"
              + " spiffe://TRUST-DOMAIN/aumbry/CLUSTER/ROLE/NAME");
    }
    Optional<PeerRole> role = PeerRole.ofWord(form.group(2));
    return new PeerIdentity(
        form.group(1),
        role.orElseThrow(() ->
            new IllegalArgumentException(
                "role '" + form.group(2) + "' of '" + uri + "' must be one of " + ROLES)),
        form.group(3));
  }

  /** The form in Aumbry's own certificates. */
  public String uri() {
    return "aumbry://" + cluster + "/" + role.word() + "/" + name;
  }

  @Override
  public String toString() {
    return uri();
  }
}
