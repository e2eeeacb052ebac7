package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.command.NameChange;
import io.aumbry.catalog.command.NameChange.Removal;
import io.aumbry.catalog.command.NameChange.UpdateExpiry;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.name.TrashItem;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.BlobAddress;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.blob.Changes;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Router;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of names, and of blobs that have a name. The catalog decides first whether a blob is
 * deleted, so that no name points to a missing blob.
 */
public final class NamedChanges {
  private static final Logger LOG = LoggerFactory.getLogger(NamedChanges.class);

  private final NameServices services;
  private final Router router;
  private final Changes blobs;
  private final Time time;

  /**
   * Serves changes.
   *
   * @param blobs changes blobs by their id
   */
  public NamedChanges(NameServices services, Router router, Changes blobs, Time time) {
    this.services = services;
    this.router = router;
    this.blobs = blobs;
    this.time = time;
  }

  /** Deletes a name with all its versions. */
  public Answer delete(NamedAddress name, Call call) {
    NameRules.check(name.owner(), call.arguments());
    NameChange<Removal> delete = new NameChange.Delete(name.name(), time.wallMillis());
    boolean isConditional = Changes.isConditional(call);
    if (isConditional) {
      NameVersion version = live(name, call);
      blobs.checkDelete(name.blob(version.content().blob()), call);
      delete = new NameChange.DeleteBlob(version.content().blob(), time.wallMillis());
    }
    return switch (services.names().apply(delete, call.context())) {
      case Removal.Deleted(List<TrashItem> trash) -> {
        trash.stream().limit(1).forEach(item -> deleteSoon(item.blob(), call));
        yield Answer.empty(202, call.headers());
      }
      case Removal.AlreadyDeleted _ -> Answer.empty(202, call.headers());
      case Removal.NotFound _ -> {
        if (isConditional) {
          live(name, call);
          throw new Refusal(RestError.PRECONDITION_FAILED, "The name was replaced meanwhile");
        }
        throw NamedReads.notFound(name.text());
      }
    };
  }

  /** Saves the usual single version from waiting for the trash worker, which repeats the delete. */
  private void deleteSoon(BlobId blob, Call call) {
    try {
      router.delete(blob, call.context());
    } catch (AumbryException e) {
      LOG.atDebug().addKeyValue("blob", blob).log("A deleted blob is left to the trash: {}", e);
    }
  }

  /** Deletes a blob and, in the catalog, the version that has it. */
  public Answer delete(BlobAddress blob, Call call) {
    blobs.checkDelete(blob, call);
    NameChange<Removal> delete = new NameChange.DeleteBlob(blob.id(), time.wallMillis());
    if (services.names().apply(delete, call.context()) instanceof Removal.NotFound) {
      if (services.names().known(List.of(blob.id()), call.context()).isEmpty()) {
        return confirmDeleted(blob, call);
      }
      requireNoPart(blob, call);
      // The blob is in the trash, unless it got its name in between.
      services.names().apply(delete, call.context());
    }
    return blobs.deleteChecked(blob, call);
  }

  /** A part may move to the trash in between. */
  private void requireNoPart(BlobAddress blob, Call call) {
    if (services.multipart().isPart(blob.id(), call.context())) {
      throw new Refusal(RestError.CONFLICT, "The blob is a part of a multi-part upload");
    }
  }

  /** Leaves a blob without a name to the upload that stored it, or to the sweep after it. */
  private Answer confirmDeleted(BlobAddress blob, Call call) {
    if (blobs.exists(blob, call)) {
      throw new Refusal(
          RestError.CONFLICT, "The blob has no name at the moment; it gets one or is deleted");
    }
    return blobs.deleteChecked(blob, call);
  }

  /** Makes the blob of a name permanent. */
  public Answer updateTtl(NamedAddress name, Call call) {
    NameRules.check(name.owner(), call.arguments());
    return updateTtl(name.blob(live(name, call).content().blob()), call);
  }

  /** Makes a blob permanent, and then the version that has it. */
  public Answer updateTtl(BlobAddress blob, Call call) {
    Answer answer = blobs.updateTtl(blob, call);
    UpdateExpiry update = new UpdateExpiry(blob.id(), NameVersion.NEVER, time.wallMillis());
    return switch (services.names().apply(update, call.context())) {
      case UpdateExpiry.Updated _ -> answer;
      case UpdateExpiry.NotLive _ ->
          throw new Refusal(RestError.DELETED, "The name of the blob was deleted or replaced");
    };
  }

  /** A deleted blob has lost its name, so it cannot come back. */
  public Answer undelete(BlobAddress blob, Call call) {
    blobs.checkOwner(blob, call.arguments());
    throw new Refusal(
        RestError.CONFLICT,
        "The blob was stored for a name. It cannot be restored; upload it to its name again");
  }

  private NameVersion live(NamedAddress name, Call call) {
    return switch (services.names().find(name.name(), call.context())) {
      case NameLookup.Live(NameVersion version) -> version;
      case NameLookup.Expired _, NameLookup.Deleted _ -> throw NamedReads.deleted(name.text());
      case NameLookup.Missing _ -> throw NamedReads.notFound(name.text());
    };
  }
}
