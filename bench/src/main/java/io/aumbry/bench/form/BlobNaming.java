package io.aumbry.bench.form;

import java.util.regex.Pattern;

/** How uploads name their blobs. */
public sealed interface BlobNaming {
  /** The target chooses an id, which it answers as the location of the blob. */
  record ById() implements BlobNaming {}

  /**
   * Another server chooses an id before the upload, as SeaweedFS's master does.
   *
   * @param assigner answers {@code GET /dir/assign}
   */
  record AssignedBy(HttpEndpoint assigner) implements BlobNaming {}

  /**
   * The upload chooses a name.
   *
   * @param folder path of the names at the endpoint, ends with a slash
   * @param created status that answers a successful upload
   */
  record InFolder(String folder, int created) implements BlobNaming {
    /** Names of a folder. Small folders show nothing that a flat container would hide. */
    private static final int FOLDERS = 1000;

    /** The path of the blob with this number. */
    public String path(long number) {
      return folder + number % FOLDERS + "/" + number;
    }
  }

  /** The status of a new blob in HTTP. */
  int CREATED = 201;

  /** An account and a container, separated by a slash. */
  Pattern CONTAINER = Pattern.compile("[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+");

  /**
   * Returns the naming for a container.
   *
   * @param container as account/container
   * @param run part of all names, so that no run meets the names of another one
   */
  static BlobNaming inContainer(String container, String run) {
    if (!CONTAINER.matcher(container).matches()) {
      throw new IllegalArgumentException(
          "'" + container + "' must be of the form account/container");
    }
    return new InFolder("/named/" + container + "/bench-" + run + "/", CREATED);
  }
}
