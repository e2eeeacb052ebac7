package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Requests with names over HTTP. */
record NamedClient(HttpRest http, String container) {
  String path(String name) {
    String encoded =
        Arrays.stream(name.split("/", -1))
            .map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
            .collect(Collectors.joining("/"));
    return "/named/" + NamedCluster.ACCOUNT + "/" + container + "/" + encoded;
  }

  HttpRequest.Builder to(String name) {
    return http.to(path(name));
  }

  HttpRequest.Builder upload(String name, String content) {
    return to(name)
        .header("x-ambry-service-id", "tests")
        .header("x-ambry-content-type", "text/plain")
        .PUT(BodyPublishers.ofString(content));
  }

  HttpRequest.Builder upsert(String name, String content) {
    return upload(name, content).header("x-ambry-named-upsert", "true");
  }

  /** Uploads, and returns the path of the blob. */
  String stored(String name, String content) {
    HttpResponse<String> reply = http.send(upload(name, content));
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    return HttpRest.header(reply, "location");
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    return http.send(request);
  }

  HttpResponse<String> get(String name) {
    return send(to(name).GET());
  }

  HttpResponse<String> delete(String name) {
    return send(to(name).DELETE());
  }

  HttpResponse<String> list(String query) {
    return http.get("/named/" + NamedCluster.ACCOUNT + "/" + container + "?" + query);
  }

  static void assertRefused(HttpResponse<String> reply, int status, String reason) {
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    assertThat(HttpRest.header(reply, "x-ambry-failure-reason")).contains(reason);
  }
}
