package io.aumbry.frontend.rest.cluster;

import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.QueryParameters;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Time;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code GET /peers}, {@code GET /getClusterMapSnapshot} and {@code GET /resourceInfo}. */
public final class ClusterReports {
  private final ClusterViews views;
  private final JsonBody json;
  private final Time time;
  private final String cluster;

  private record PeersDocument(List<Peer> peers) {}

  private record Peer(String name, int port) {}

  private record ResourcesDocument(List<ResourceDocument> resources) {}

  public ClusterReports(ClusterViews views, JsonBody json, Time time, String cluster) {
    this.views = views;
    this.json = json;
    this.time = time;
    this.cluster = cluster;
  }

  /** The nodes that share a partition with a node. */
  public Answer peers(Call call) {
    QueryParameters query = QueryParameters.of(call.request().query());
    String host = query.required("name");
    int port = port(query.required("port"));
    ClusterView view = views.current();
    StorageNode node =
        view.nodes().stream()
            .filter(each -> each.endpoint().host().equalsIgnoreCase(host))
            .filter(each -> each.endpoint().port() == port)
            .findFirst()
            .orElseThrow(() ->
                new Refusal(
                    RestError.NOT_FOUND, "There is no storage node at " + host + ":" + port));
    List<Peer> peers =
        view.partitions().stream()
            .filter(partition -> partition.isOn(node.id()))
            .flatMap(partition -> partition.replicas().stream())
            .map(Replica::node)
            .filter(other -> !other.id().equals(node.id()))
            .sorted(Comparator.comparing(StorageNode::id))
            .map(other -> new Peer(other.endpoint().host(), other.endpoint().port()))
            .distinct()
            .toList();
    return Answer.json(new PeersDocument(peers), call.headers());
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw Arguments.invalid("port", text, "must be 1 to 65535");
    }
    throw Arguments.invalid("port", text, "must be 1 to 65535");
  }

  public Answer snapshot(Call call) {
    ClusterMap snapshot = new ClusterMap(cluster, views.current(), time.wallMillis());
    int entries = snapshot.view().nodes().size() + snapshot.view().partitions().size();
    return json.answer(entries, snapshot::document, call);
  }

  /** The partition classes, each as a resource. */
  public Answer resources(Call call) {
    ClusterView view = views.current();
    Set<PartitionClass> classes =
        wanted(view, call.arguments()).orElseGet(() -> classes(view.partitions()));
    List<ResourceDocument> resources =
        classes.stream().map(each -> ResourceDocument.of(each, view)).toList();
    return Answer.json(new ResourcesDocument(resources), call.headers());
  }

  private static Optional<Set<PartitionClass>> wanted(ClusterView view, Arguments arguments) {
    Optional<String> partition = arguments.text(Names.PARTITION);
    if (partition.isPresent()) {
      return partition.map(id -> classes(List.of(partition(view, id))));
    }
    Optional<String> host = arguments.text(Names.HOSTNAME);
    if (host.isPresent()) {
      return host.map(name -> onHost(view, name));
    }
    return arguments.text(Names.RESOURCE).map(name -> named(view, name));
  }

  private static Set<PartitionClass> classes(List<Partition> partitions) {
    return partitions.stream()
        .map(Partition::partitionClass)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Partition partition(ClusterView view, String id) {
    return view.partitions().stream()
        .filter(each -> Integer.toString(each.id()).equals(id))
        .findFirst()
        .orElseThrow(() -> Arguments.invalid(Names.PARTITION, id, "which there is not"));
  }

  private static Set<PartitionClass> onHost(ClusterView view, String host) {
    List<StorageNode> nodes =
        view.nodes().stream()
            .filter(each -> each.endpoint().host().equalsIgnoreCase(host))
            .toList();
    if (nodes.isEmpty()) {
      throw Arguments.invalid(Names.HOSTNAME, host, "which is no storage node");
    }
    return classes(
        view.partitions().stream()
            .filter(each -> nodes.stream().anyMatch(node -> each.isOn(node.id())))
            .toList());
  }

  private static Set<PartitionClass> named(ClusterView view, String name) {
    Set<PartitionClass> all = classes(view.partitions());
    all.removeIf(each -> !each.name().equals(name));
    if (all.isEmpty()) {
      throw Arguments.invalid(Names.RESOURCE, name, "must be a class with partitions");
    }
    return all;
  }
}
