package io.aumbry.frontend.gate;

import io.aumbry.catalog.account.Account;
import io.aumbry.protocol.blob.BlobId;

/** The object of an action. */
public sealed interface Resource {
  /** Nothing that belongs to anyone. */
  record Nothing() implements Resource {
    @Override
    public String label() {
      return "";
    }
  }

  /** The cluster as a whole, with all accounts. */
  record Cluster() implements Resource {
    @Override
    public String label() {
      return "cluster";
    }
  }

  record OfAccount(Account account) implements Resource {
    @Override
    public String label() {
      return "account/" + account.name();
    }
  }

  record OfContainer(Owner owner) implements Resource {
    @Override
    public String label() {
      return "container/" + owner;
    }
  }

  record OfBlob(Owner owner, BlobId id) implements Resource {
    @Override
    public String label() {
      return "blob/" + owner + "/" + id;
    }
  }

  /**
   * A container that the body of the request names. The operation asks the gate again when it has
   * read the name.
   */
  record InBody() implements Resource {
    @Override
    public String label() {
      return "container in the body";
    }
  }

  /** The text in the audit log. */
  String label();
}
