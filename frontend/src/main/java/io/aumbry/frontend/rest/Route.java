package io.aumbry.frontend.rest;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.http.Names;
import java.util.Optional;
import java.util.Set;

/** The target of a request. A new route does not compile without an operation and a resource. */
public sealed interface Route {
  /**
   * {@code POST /}.
   *
   * @param owner empty if the body is a form, which may name it
   */
  record Upload(Optional<Owner> owner) implements Route {}

  record Content(BlobAddress blob, boolean headOnly) implements Route {}

  record Properties(BlobAddress blob) implements Route {}

  record Metadata(BlobAddress blob) implements Route {}

  /**
   * A chunk of a blob.
   *
   * @param number from 0
   */
  record Segment(BlobAddress blob, int number, boolean headOnly) implements Route {}

  record ChunkIds(BlobAddress blob) implements Route {}

  record Replicas(BlobAddress blob) implements Route {}

  record Status(BlobAddress blob) implements Route {}

  record Delete(BlobAddress blob) implements Route {}

  record UpdateTtl(BlobAddress blob) implements Route {}

  record Undelete(BlobAddress blob) implements Route {}

  /** A request with a name or for a list of names. */
  sealed interface OfName extends Route {}

  record PutNamed(NamedAddress name) implements OfName {}

  /**
   * A read of the blob that has a name.
   *
   * @param reading of that blob
   */
  record ReadNamed(NamedAddress name, BlobReading reading) implements OfName {}

  record DeleteNamed(NamedAddress name) implements OfName {}

  record UpdateNamedTtl(NamedAddress name) implements OfName {}

  record ListNames(Owner owner) implements OfName {}

  /**
   * {@code POST /stitch}.
   *
   * @param owner of the new blob
   */
  record Stitch(Owner owner) implements Route {}

  /** {@code GET /signedUrl}. */
  sealed interface OfSigning extends Route {}

  /**
   * Signs the download of a blob.
   *
   * @param id of the blob or its path by name, as in the request
   * @param object the same
   */
  record SignDownload(String id, Resource object) implements OfSigning {}

  /** Signs an upload. */
  record SignUpload(Owner owner) implements OfSigning {
    /** Arguments of the request that the URL does not repeat, or not unchanged. */
    public static final Set<String> RECOMPUTED =
        Set.of(Names.CHUNK_UPLOAD, Names.MAX_UPLOAD_SIZE, Names.SESSION);
  }

  /** A request for a dataset or a version of one. */
  sealed interface OfDataset extends Route {}

  record PutVersion(VersionAddress version) implements OfDataset {}

  /**
   * A read of the blob of a version.
   *
   * @param reading of that blob
   */
  record ReadVersion(VersionAddress version, BlobReading reading) implements OfDataset {}

  record DeleteVersion(VersionAddress version) implements OfDataset {}

  /**
   * Gives a version another number.
   *
   * @param target the new version
   */
  record RenameVersion(VersionAddress version, String target) implements OfDataset {}

  record ListVersions(Owner owner, DatasetRef dataset) implements OfDataset {}

  record ReadDataset(Owner owner, DatasetRef dataset) implements OfDataset {}

  record ListDatasets(Owner owner) implements OfDataset {}

  record DeleteDataset(Owner owner, DatasetRef dataset) implements OfDataset {}

  /** {@code POST /accounts/containers/datasets}, with the dataset in the body. */
  record ChangeDataset() implements OfDataset {}

  /**
   * {@code GET /accounts}.
   *
   * @param account the only one; otherwise all
   */
  record ReadAccounts(Optional<Account> account) implements Route {}

  record ChangeAccounts() implements Route {}

  record ReadContainer(Owner owner) implements Route {}

  record ChangeContainers(Account account) implements Route {}

  /** A user, key, policy or role. */
  record OfIdentity(IdentityRoute target) implements Route {}

  record Peers() implements Route {}

  record ClusterMap() implements Route {}

  record Resources() implements Route {}

  /** {@code GET /statsReport}. */
  record Usage() implements Route {}

  /**
   * A CORS preflight.
   *
   * @param allowedOrigin of the container in the path; empty without one
   */
  record Preflight(String allowedOrigin) implements Route {}

  record Health() implements Route {}

  /**
   * A request for an object that does not exist.
   *
   * @param assumed the route if it existed, with a placeholder. Access is decided for it, so that
   *     the answer to senders without the right does not depend on the existence
   * @param why the answer to senders that have the right
   */
  record Absent(Route assumed, Refusal why) implements Route {}

  /**
   * Nothing that this API serves.
   *
   * @param why the reason, which only admitted callers get
   */
  record Unroutable(Refusal why) implements Route {}

  default RestOperation operation() {
    return switch (this) {
      case Upload _, PutNamed _, PutVersion _ -> RestOperation.PUT;
      case Content(BlobAddress _, boolean headOnly) -> getOrHead(headOnly);
      case Segment(BlobAddress _, int _, boolean headOnly) -> getOrHead(headOnly);
      case Properties _ -> RestOperation.INFO;
      case Metadata _ -> RestOperation.USER_METADATA;
      case ChunkIds _ -> RestOperation.CHUNK_IDS;
      case Replicas _ -> RestOperation.REPLICAS;
      case Status _ -> RestOperation.STATUS;
      case Delete _ -> RestOperation.DELETE;
      case UpdateTtl _ -> RestOperation.UPDATE_TTL;
      case Undelete _ -> RestOperation.UNDELETE;
      case ReadNamed(NamedAddress _, BlobReading reading) -> reading.operation();
      case DeleteNamed _ -> RestOperation.DELETE;
      case UpdateNamedTtl _ -> RestOperation.UPDATE_TTL;
      case ListNames _ -> RestOperation.LIST;
      case Stitch _ -> RestOperation.STITCH;
      case SignDownload _ -> RestOperation.SIGN_DOWNLOAD;
      case SignUpload _ -> RestOperation.SIGN_UPLOAD;
      case ReadVersion(VersionAddress _, BlobReading reading) -> reading.operation();
      case DeleteVersion _ -> RestOperation.DELETE;
      case RenameVersion _ -> RestOperation.RENAME_VERSION;
      case ListVersions _ -> RestOperation.LIST_VERSIONS;
      case ReadDataset _ -> RestOperation.GET_DATASET;
      case ListDatasets _ -> RestOperation.LIST_DATASETS;
      case DeleteDataset _ -> RestOperation.DELETE_DATASET;
      case ChangeDataset _ -> RestOperation.PUT_DATASET;
      case ReadAccounts(Optional<Account> only) ->
          only.isPresent() ? RestOperation.GET_ACCOUNTS : RestOperation.LIST_ACCOUNTS;
      case ChangeAccounts _ -> RestOperation.PUT_ACCOUNTS;
      case ReadContainer _ -> RestOperation.GET_CONTAINER;
      case ChangeContainers _ -> RestOperation.PUT_CONTAINERS;
      case OfIdentity(IdentityRoute target) -> target.operation();
      case Peers _ -> RestOperation.PEERS;
      case ClusterMap _ -> RestOperation.CLUSTER_MAP;
      case Resources _ -> RestOperation.RESOURCES;
      case Usage _ -> RestOperation.USAGE;
      case Preflight _ -> RestOperation.OPTIONS;
      case Health _ -> RestOperation.HEALTH;
      case Absent(Route assumed, Refusal _) -> assumed.operation();
      case Unroutable _ -> RestOperation.UNKNOWN;
    };
  }

  private static RestOperation getOrHead(boolean headOnly) {
    return headOnly ? RestOperation.HEAD : RestOperation.GET;
  }

  /** The action on which access is decided. */
  default Action action() {
    return operation().action();
  }

  /** The object of the action. */
  default Resource resource() {
    return switch (this) {
      case Upload(Optional<Owner> owner) ->
          owner.<Resource>map(Resource.OfContainer::new).orElseGet(Resource.InBody::new);
      case Content(BlobAddress blob, boolean _) -> blob.resource();
      case Segment(BlobAddress blob, int _, boolean _) -> blob.resource();
      case Properties(BlobAddress blob) -> blob.resource();
      case Metadata(BlobAddress blob) -> blob.resource();
      case ChunkIds(BlobAddress blob) -> blob.resource();
      case Replicas(BlobAddress blob) -> blob.resource();
      case Status(BlobAddress blob) -> blob.resource();
      case Delete(BlobAddress blob) -> blob.resource();
      case UpdateTtl(BlobAddress blob) -> blob.resource();
      case Undelete(BlobAddress blob) -> blob.resource();
      case PutNamed(NamedAddress name) -> name.resource();
      case ReadNamed(NamedAddress name, BlobReading _) -> name.resource();
      case DeleteNamed(NamedAddress name) -> name.resource();
      case UpdateNamedTtl(NamedAddress name) -> name.resource();
      case ListNames(Owner owner) -> new Resource.OfContainer(owner);
      case Stitch(Owner owner) -> new Resource.OfContainer(owner);
      case SignDownload(String _, Resource object) -> object;
      case SignUpload(Owner owner) -> new Resource.OfContainer(owner);
      case PutVersion(VersionAddress version) -> version.resource();
      case ReadVersion(VersionAddress version, BlobReading _) -> version.resource();
      case DeleteVersion(VersionAddress version) -> version.resource();
      case RenameVersion(VersionAddress version, String _) -> version.resource();
      case ListVersions(Owner owner, DatasetRef dataset) ->
          new Resource.OfDataset(owner, dataset.name());
      case ReadDataset(Owner owner, DatasetRef dataset) ->
          new Resource.OfDataset(owner, dataset.name());
      case ListDatasets(Owner owner) -> new Resource.OfContainer(owner);
      case DeleteDataset(Owner owner, DatasetRef dataset) ->
          new Resource.OfDataset(owner, dataset.name());
      case ChangeDataset _ -> new Resource.InBody();
      case ReadAccounts(Optional<Account> account) ->
          account.<Resource>map(Resource.OfAccount::new).orElseGet(Resource.Cluster::new);
      case OfIdentity(IdentityRoute target) -> target.resource();
      case ReadContainer(Owner owner) -> new Resource.OfContainer(owner);
      case ChangeContainers(Account account) -> new Resource.OfAccount(account);
      case ChangeAccounts _, Peers _, ClusterMap _, Resources _, Usage _ -> new Resource.Cluster();
      case Absent(Route assumed, Refusal _) -> assumed.resource();
      case Preflight _, Health _, Unroutable _ -> new Resource.Nothing();
    };
  }

  /**
   * Refuses objects that do not exist, blobs of inactive accounts and deleted containers, and reads
   * that need the secure path.
   *
   * @throws Refusal 400, 403, 404 or 410
   */
  default void requireServed() {
    switch (this) {
      case Content(BlobAddress blob, boolean _) -> blob.requireReadable();
      case Segment(BlobAddress blob, int _, boolean _) -> blob.requireReadable();
      case Properties(BlobAddress blob) -> blob.requireReadable();
      case Metadata(BlobAddress blob) -> blob.requireReadable();
      case ChunkIds(BlobAddress blob) -> blob.requireReadable();
      case Replicas(BlobAddress blob) -> blob.requireReadable();
      case Status(BlobAddress blob) -> blob.requireReadable();
      case Delete(BlobAddress blob) -> Owners.requireActive(blob.owner());
      case UpdateTtl(BlobAddress blob) -> Owners.requireActive(blob.owner());
      case Undelete(BlobAddress blob) -> Owners.requireActive(blob.owner());
      case Upload(Optional<Owner> owner) -> owner.ifPresent(Owners::requireActive);
      case PutNamed(NamedAddress name) -> Owners.requireActive(name.owner());
      case ReadNamed(NamedAddress name, BlobReading _) -> name.requireReadable();
      case DeleteNamed(NamedAddress name) -> Owners.requireActive(name.owner());
      case UpdateNamedTtl(NamedAddress name) -> Owners.requireActive(name.owner());
      case ListNames(Owner owner) -> Owners.requireActive(owner);
      case Stitch(Owner owner) -> Owners.requireActive(owner);
      case SignDownload _ -> {}
      case SignUpload(Owner owner) -> Owners.requireActive(owner);
      case PutVersion(VersionAddress version) -> Owners.requireActive(version.owner());
      case ReadVersion(VersionAddress version, BlobReading _) -> version.requireReadable();
      case DeleteVersion(VersionAddress version) -> Owners.requireActive(version.owner());
      case RenameVersion(VersionAddress version, String _) -> Owners.requireActive(version.owner());
      case ListVersions(Owner owner, DatasetRef _) -> Owners.requireActive(owner);
      case ReadDataset(Owner owner, DatasetRef _) -> Owners.requireActive(owner);
      case ListDatasets(Owner owner) -> Owners.requireActive(owner);
      case DeleteDataset(Owner owner, DatasetRef _) -> Owners.requireActive(owner);
      case ChangeDataset _ -> {}
      case ReadAccounts _, ChangeAccounts _, ReadContainer _, ChangeContainers _ -> {}
      case OfIdentity _, Peers _, ClusterMap _, Resources _, Usage _ -> {}
      case Absent(Route _, Refusal why) -> throw why;
      case Preflight _, Health _, Unroutable _ -> {}
    }
  }
}
