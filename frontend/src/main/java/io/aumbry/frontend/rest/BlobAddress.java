package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Container;
import io.aumbry.protocol.blob.BlobId;

/**
 * A blob named by a client, with its owner.
 *
 * @param entityTag strong and unique, because blobs never change; does not reveal the id
 */
record BlobAddress(BlobId id, Account account, Container container, String entityTag) {
  BlobAddress(BlobId id, Account account, Container container) {
    this(id, account, container, '"' + id.uuid().toString() + '"');
  }
}
