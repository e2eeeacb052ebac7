package io.aumbry.frontend.account;

import io.aumbry.router.Router.Policy;

/**
 * Blobs of one account under the same rules.
 *
 * @param id unique in its account, as in blob ids, 1 to 2^31-1.
 * @param cacheable whether shared caches may keep copies; if not, the container is private.
 * @param allowedOrigin for CORS, as in {@code Access-Control-Allow-Origin}; may be empty.
 * @param policy for its blobs; an upload may ask for more durability.
 */
public record Container(
    int id, String name, boolean cacheable, String allowedOrigin, Policy policy) {
  public Container {
    if (id < 1 || name.isEmpty()) {
      throw new IllegalArgumentException(
          "container '" + name + "' with id " + id + ", must be 1 to 2^31-1 and have a name");
    }
  }

  public boolean isPrivate() {
    return !cacheable;
  }
}
