package io.aumbry.frontend.rest.blob;

import io.aumbry.frontend.http.Validators;
import io.aumbry.frontend.rest.BlobAddress;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;

record BlobView(BlobAddress address, BlobProperties properties, BlobState state) {
  Validators validators() {
    return new Validators(address.entityTag(), properties.creationMillis() / 1000);
  }

  boolean expires() {
    return state.expiryMillis() != Expiry.NEVER;
  }
}
