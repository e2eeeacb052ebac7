package io.aumbry.frontend.rest;

import io.aumbry.frontend.account.Account;
import io.aumbry.frontend.account.Container;
import io.aumbry.protocol.blob.BlobId;

/** A blob that a client names, and whose it is. */
record BlobAddress(BlobId id, Account account, Container container) {
  /** Blobs never change, so what is unique to one is a strong tag; it does not give the id away. */
  String entityTag() {
    return '"' + id.uuid().toString() + '"';
  }
}
