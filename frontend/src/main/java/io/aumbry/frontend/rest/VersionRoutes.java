package io.aumbry.frontend.rest;

import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.frontend.http.Names;
import io.aumbry.transport.http.HttpRequest;

/** The paths {@code /named/account/container/dataset/version}, if the request says so. */
final class VersionRoutes {
  private static final String RENAME = "RENAME";

  private VersionRoutes() {}

  /**
   * The route of a path.
   *
   * @param target the path after the container as a name
   */
  static Route route(HttpRequest request, NamedAddress target, Arguments arguments) {
    String method = request.method();
    if (arguments.flag(Names.DATASET_VERSION_LIST)) {
      Routes.requireRead(method);
      return new Route.ListVersions(target.owner(), dataset(target, target.text()));
    }
    return switch (method) {
      case "PUT" -> put(address(target, target.text()), QueryParameters.of(request.query()));
      case "DELETE" -> new Route.DeleteVersion(address(target, target.text()));
      default -> {
        BlobReading.Split split = BlobReading.split(target.text());
        BlobReading reading = BlobReading.of(split.part(), method).orElseThrow();
        yield new Route.ReadVersion(address(target, split.blob()), reading);
      }
    };
  }

  private static Route put(VersionAddress version, QueryParameters query) {
    String operation = query.text("op").orElse("");
    if (operation.isEmpty()) {
      return new Route.PutVersion(version);
    }
    if (!operation.equals(RENAME)) {
      throw Arguments.invalid("op", operation, "must be " + RENAME);
    }
    return new Route.RenameVersion(version, query.required("targetVersion"));
  }

  private static VersionAddress address(NamedAddress target, String text) {
    int slash = text.indexOf('/');
    if (slash < 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "'" + text + "' must be the name of a dataset, a slash and a version");
    }
    return new VersionAddress(
        target.owner(),
        dataset(target, text.substring(0, slash)),
        text.substring(slash + 1),
        target.overSecurePath());
  }

  private static DatasetRef dataset(NamedAddress target, String name) {
    return new DatasetRef(NamedAddress.container(target.owner()), name);
  }
}
