package io.aumbry.frontend.access;

import io.aumbry.frontend.access.policy.Policy;
import io.aumbry.frontend.access.policy.PolicyParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The roles that each installation has. Their documents are resources beside this class. */
public final class ReadyRoles {
  public static final String READER = "reader";
  public static final String WRITER = "writer";
  public static final String OWNER = "owner";
  public static final String ADMINISTRATOR = "administrator";

  /** The names, with increasing rights. */
  public static final List<String> NAMES = List.of(READER, WRITER, OWNER, ADMINISTRATOR);

  private static final Map<String, Policy> POLICIES = policies();

  /** The policy of containers that are public for reading. */
  static final Policy PUBLIC_READING =
      PolicyParser.parse(document("public"), PolicyParser.Kind.RESOURCE, "public container");

  private ReadyRoles() {}

  private static Map<String, Policy> policies() {
    Map<String, Policy> policies = new LinkedHashMap<>();
    for (String name : NAMES) {
      policies.put(
          name, PolicyParser.parse(document(name), PolicyParser.Kind.IDENTITY, "role/" + name));
    }
    return policies;
  }

  public static Optional<Policy> policy(String role) {
    return Optional.ofNullable(POLICIES.get(role));
  }

  /** The JSON document of a role. */
  public static byte[] document(String role) {
    String name = role + ".json";
    try (InputStream in =
        Objects.requireNonNull(ReadyRoles.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the role " + role, e);
    }
  }
}
