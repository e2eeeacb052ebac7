package io.aumbry.frontend.gate;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.protocol.blob.BlobId;
import java.util.List;
import java.util.Optional;

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

  /**
   * A user.
   *
   * @param accountName of its account; empty for a user of the cluster
   * @param reach accounts or the cluster, where the user has roles. To act as the user, or to give
   *     it more rights, one needs the right there too
   */
  record OfUser(User user, String accountName, List<Resource> reach) implements Resource {
    public OfUser {
      reach = List.copyOf(reach);
    }

    /** For a change that takes rights away from the user. One needs the right at its home only. */
    public OfUser atHome() {
      return new OfUser(user, accountName, List.of());
    }

    @Override
    public String label() {
      return "user/" + accountName + "/" + user.name();
    }
  }

  record OfRole(String role) implements Resource {
    @Override
    public String label() {
      return "role/" + role;
    }
  }

  /**
   * A role that a user has or gets.
   *
   * @param account to which it is limited; empty for all
   * @param atHome for a revocation, which needs the right for this grant or for the same one at the
   *     home of the user. Otherwise owners of other accounts could bind a user that they do not own
   */
  record OfGrant(String role, User user, Optional<Account> account, Optional<OfGrant> atHome)
      implements Resource {
    /** As the catalog stores it. */
    public RoleGrant stored() {
      return new RoleGrant(user.id(), role, account.map(Account::id).orElse(0));
    }

    @Override
    public String label() {
      return "grant/" + role + "/" + user.id() + account.map(a -> "/" + a.name()).orElse("");
    }
  }

  /** Several objects. The answer contains only those that the caller may read. */
  record ReadableObjects() implements Resource {
    @Override
    public String label() {
      return "all that is readable";
    }
  }

  record OfContainer(Owner owner) implements Resource {
    @Override
    public String label() {
      return "container/" + owner;
    }
  }

  record OfDataset(Owner owner, String name) implements Resource {
    @Override
    public String label() {
      return "dataset/" + owner + "/" + name;
    }
  }

  record OfBlob(Owner owner, BlobId id) implements Resource {
    @Override
    public String label() {
      return "blob/" + owner + "/" + id;
    }
  }

  /** A name in a container, whether it exists or not. */
  record OfName(Owner owner, String name) implements Resource {
    @Override
    public String label() {
      return "name/" + owner + "/" + name;
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
