package io.aumbry.frontend.access;

import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.catalog.snapshot.SnapshotContent;
import io.aumbry.frontend.access.key.SecretSealer;
import java.util.function.Supplier;

/** The newest snapshot of the catalog, with compiled policies and opened keys. Thread-safe. */
public final class CurrentIdentities implements Supplier<Identities> {
  private final Accounts accounts;
  private final Supplier<CatalogSnapshot> catalog;
  private final SecretSealer sealer;
  private volatile IdentitySnapshot current;

  /**
   * Compiles the current snapshot.
   *
   * @param accounts those of the catalog, and the built-in one
   */
  public CurrentIdentities(
      Accounts accounts, Supplier<CatalogSnapshot> catalog, SecretSealer sealer) {
    this.accounts = accounts;
    this.catalog = catalog;
    this.sealer = sealer;
    this.current = IdentitySnapshot.of(records(), sealer);
  }

  private IdentityRecords records() {
    SnapshotContent content = catalog.get().content();
    return new IdentityRecords(
        accounts, content.users(), content.keys(), content.policies(), content.grants());
  }

  /** Called after each change of the catalog. */
  public synchronized void refresh() {
    current = current.next(records(), sealer);
  }

  /** Called after a change of the keys that seal secrets. Opens all secrets with the new ones. */
  public synchronized void reopen() {
    current = IdentitySnapshot.of(records(), sealer);
  }

  @Override
  public Identities get() {
    return current;
  }
}
