package io.aumbry.bench.form;

/** The form of the requests of a load. */
public record RequestForm(BlobNaming naming, Credential credential) {
  /** Anonymous requests by id. */
  public static final RequestForm PLAIN = new RequestForm(new BlobNaming.ById(), Credential.none());
}
