package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Container;
import io.aumbry.protocol.blob.BlobId;

/**
 * A blob that a client names, and whose it is.
 *
 * @param entityTag blobs never change, so what is unique to one is a strong tag of it; this one
 *     does not give the id away
 */
record BlobAddress(BlobId id, Account account, Container container, String entityTag) {
  BlobAddress(BlobId id, Account account, Container container) {
    this(id, account, container, '"' + id.uuid().toString() + '"');
  }
}
