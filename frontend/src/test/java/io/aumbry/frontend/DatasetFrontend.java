package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

/** A frontend with datasets, for all tests of a class. */
abstract class DatasetFrontend extends NamedFrontend {
  static final String PATH = "/accounts/containers/datasets";

  HttpRequest.Builder change(String name, String settings) {
    return node.http
        .to(PATH)
        .POST(
            BodyPublishers.ofString(
                """
                {"accountName":"photos","containerName":"box","datasetName":"%s"%s}
                """
                    .formatted(name, settings)));
  }

  void create(String name, String settings) {
    HttpResponse<String> reply = box.send(change(name, "," + settings));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
  }

  HttpRequest.Builder query() {
    return node.http
        .to(PATH)
        .header("x-ambry-target-account-name", "photos")
        .header("x-ambry-target-container-name", "box");
  }

  HttpRequest.Builder query(String dataset) {
    return query().header("x-ambry-target-dataset-name", dataset);
  }

  HttpRequest.Builder version(String path) {
    return box.to(path).header("x-ambry-dataset-version-query-enabled", "true");
  }

  HttpResponse<String> put(String path, String content) {
    return box.send(
        box.upload(path, content).header("x-ambry-dataset-version-query-enabled", "true"));
  }

  String stored(String path, String content) {
    HttpResponse<String> reply = put(path, content);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return header(reply, "x-ambry-target-dataset-version");
  }

  HttpResponse<String> get(String path) {
    return box.send(version(path).GET());
  }

  HttpResponse<String> rename(String path, String target) {
    return node.http.send(
        node.http
            .to(box.path(path) + "?op=RENAME&targetVersion=" + target)
            .header("x-ambry-dataset-version-query-enabled", "true")
            .PUT(BodyPublishers.noBody()));
  }
}
