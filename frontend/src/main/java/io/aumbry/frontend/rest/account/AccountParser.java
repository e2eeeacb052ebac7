package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Account.QuotaResource;
import io.aumbry.catalog.account.Container;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads accounts in Ambry's JSON form. */
final class AccountParser {
  private static final int MAX_NAME_LENGTH = 255;

  private static final Pattern NO_SEGMENT = Pattern.compile("[/\\\\\\x00-\\x1f\\x7f]|^\\.{1,2}$");

  private AccountParser() {}

  private enum Status {
    ACTIVE,
    INACTIVE
  }

  /**
   * An account with all its containers.
   *
   * @param existing the account of the same id
   * @throws Refusal 400, or 409 for the built-in account
   */
  static Account account(Fields fields, Optional<Account> existing) {
    int id = id(fields);
    String name = name(fields, "accountName");
    if (existing.filter(account -> account.name().equals(name)).isEmpty()) {
      requireSegment(fields, "accountName", name);
    }
    if (id == BuiltInAccounts.ID || name.equals(BuiltInAccounts.NAME)) {
      throw builtIn();
    }
    fields.ignore("version", "rampControl", "migrationConfig", "migrationConfigs");
    Account.State state =
        new Account.State(
            fields.constant("status", Status.class).orElse(Status.ACTIVE) == Status.ACTIVE,
            fields
                .number("snapshotVersion", 0, Integer.MAX_VALUE)
                .map(Long::intValue)
                .orElse(Account.State.NO_VERSION),
            fields.number("lastModifiedTime", 0, Long.MAX_VALUE).orElse(0L),
            fields.flag("aclInheritedByContainer").orElse(false),
            fields
                .constant("quotaResourceType", QuotaResource.class)
                .orElse(QuotaResource.ACCOUNT));
    ContainerParser parser =
        new ContainerParser(id, existing.map(Account::containers).orElse(List.of()));
    List<Container> containers =
        fields.objects("containers").orElse(List.of()).stream()
            .map(each -> container(each, parser))
            .toList();
    fields.requireKnown();
    try {
      return new Account(id, name, state, containers);
    } catch (IllegalArgumentException e) {
      throw new Refusal(RestError.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  static Refusal builtIn() {
    return new Refusal(
        RestError.CONFLICT,
        "The account '"
            + BuiltInAccounts.NAME
            + "' with id "
            + BuiltInAccounts.ID
            + " is built in and cannot be changed");
  }

  static int id(Fields fields) {
    return fields
        .number("accountId", 1, Owners.PLACEHOLDER - 1)
        .orElseThrow(() -> fields.refusal("accountId", "is missing"))
        .intValue();
  }

  private static Container container(Fields fields, ContainerParser parser) {
    ContainerChange change = parser.change(fields);
    int id = change.id().orElseThrow(() -> fields.refusal("containerId", "is missing"));
    return new Container(id, change.name(), change.state(), change.rules());
  }

  /**
   * Refuses a new name that cannot be a segment of a path, because names of blobs and policies have
   * such paths.
   *
   * @throws Refusal 400
   */
  static void requireSegment(Fields fields, String key, String name) {
    if (NO_SEGMENT.matcher(name).find()) {
      throw fields.refusal(
          key, "must not be . or .., or have a slash, a backslash or a control character");
    }
  }

  static String name(Fields fields, String key) {
    String name = fields.requiredText(key);
    if (name.length() > MAX_NAME_LENGTH) {
      throw fields.refusal(
          key, "has " + name.length() + " characters, must have at most " + MAX_NAME_LENGTH);
    }
    return name;
  }
}
