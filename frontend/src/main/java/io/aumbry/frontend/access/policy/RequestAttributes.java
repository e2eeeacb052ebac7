package io.aumbry.frontend.access.policy;

import java.util.List;

/** The attributes of a request that conditions and variables read. */
@FunctionalInterface
public interface RequestAttributes {
  /** A request without attributes. */
  RequestAttributes NONE = key -> List.of();

  /**
   * The values of an attribute; empty if the request does not have it.
   *
   * @param key as in {@link ConditionKeys}, in lower case
   */
  List<String> values(String key);
}
