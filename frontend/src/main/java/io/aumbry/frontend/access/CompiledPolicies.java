package io.aumbry.frontend.access;

import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.access.policy.MalformedPolicyException;
import io.aumbry.frontend.access.policy.Policy;
import io.aumbry.frontend.access.policy.PolicyParser;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The compiled policies of users, roles and containers. */
final class CompiledPolicies {
  private static final Logger LOG = LoggerFactory.getLogger(CompiledPolicies.class);

  private record Compiled(StoredPolicy stored, Policy policy) {}

  /** By account and container. Each request looks one up. */
  private final Map<Long, Policy> ofContainers = new HashMap<>();

  private final Map<StoredPolicy.Target, Compiled> all = new HashMap<>();

  private CompiledPolicies() {}

  static CompiledPolicies none() {
    return new CompiledPolicies();
  }

  /** Compiles policies, except those that did not change. */
  CompiledPolicies next(List<StoredPolicy> policies) {
    CompiledPolicies next = new CompiledPolicies();
    for (StoredPolicy stored : policies) {
      Compiled old = all.get(stored.target());
      if (old != null && old.stored().equals(stored)) {
        next.add(old);
      } else {
        next.add(new Compiled(stored, compile(stored)));
      }
    }
    return next;
  }

  private void add(Compiled compiled) {
    StoredPolicy.Target target = compiled.stored().target();
    all.put(target, compiled);
    if (target.kind() == StoredPolicy.Kind.CONTAINER) {
      String[] ids = target.id().split("/", -1);
      try {
        ofContainers.put(
            key(Integer.parseInt(ids[0]), Integer.parseInt(ids[1])), compiled.policy());
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        LOG.error("Policy of container '{}' has no ids of an account and a container", target.id());
      }
    }
  }

  private static Policy compile(StoredPolicy stored) {
    StoredPolicy.Target target = stored.target();
    boolean isOfContainer = target.kind() == StoredPolicy.Kind.CONTAINER;
    String label =
        switch (target.kind()) {
          case USER -> "user/" + target.id();
          case ROLE -> "role/" + target.id();
          case CONTAINER -> "container/" + target.id();
        };
    try {
      return PolicyParser.parse(
          stored.document().getBytes(StandardCharsets.UTF_8),
          isOfContainer ? PolicyParser.Kind.RESOURCE : PolicyParser.Kind.IDENTITY,
          label);
    } catch (MalformedPolicyException e) {
      LOG.error("Policy of {} cannot be read and denies everything", label, e);
      return PolicyParser.denying(label);
    }
  }

  private static long key(int account, int container) {
    return ((long) account << Integer.SIZE) | (container & 0xFFFF_FFFFL);
  }

  Optional<Policy> ofUser(String id) {
    return find(StoredPolicy.Kind.USER, id);
  }

  Optional<Policy> ofRole(String name) {
    return find(StoredPolicy.Kind.ROLE, name);
  }

  Optional<Policy> ofContainer(int account, int container) {
    return Optional.ofNullable(ofContainers.get(key(account, container)));
  }

  private Optional<Policy> find(StoredPolicy.Kind kind, String id) {
    return Optional.ofNullable(all.get(new StoredPolicy.Target(kind, id))).map(Compiled::policy);
  }
}
