package io.aumbry.catalog.identity;

/**
 * A role of a user.
 *
 * @param user the id of the user
 * @param role the name of a ready-made role (reader, writer, owner, administrator) or of a role
 *     with a policy
 * @param account to which the role is limited; 0 for all
 */
public record RoleGrant(String user, String role, int account) {}
