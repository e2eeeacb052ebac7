package io.aumbry.catalog.sql.name;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.NameLookup;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.Database.Consistency;
import io.aumbry.catalog.sql.name.RequestGroups.Group;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks names up in groups. Waiting lookups of the same name become one. A lookup never joins a
 * query that has already begun, which might miss a change that was acknowledged before the lookup.
 */
final class NameLookups {
  private final Database database;
  private final Consistency consistency;
  private final Duration callLimit;
  private final RequestGroups<Request> groups;

  NameLookups(
      Database database, Consistency consistency, RequestGroups.Limits limits, Duration callLimit) {
    this.database = database;
    this.consistency = consistency;
    this.callLimit = callLimit;
    this.groups = new RequestGroups<>("lookups of names", limits, this::run);
  }

  private static final class Request extends GroupRequest<Optional<NameVersion>> {
    private final BlobName name;

    Request(BlobName name) {
      this.name = name;
    }
  }

  NameLookup find(BlobName name, RequestContext context) {
    Request request = new Request(name);
    groups.submit(request, context.carrier());
    long nowMillis = context.carrier().time().wallMillis();
    return request
        .await(context)
        .map(version -> NameLookup.of(version, nowMillis))
        .orElseGet(NameLookup.Missing::new);
  }

  private void run(Group<Request> group, Carrier carrier) {
    Deadline deadline = Deadline.after(callLimit, carrier.time());
    List<NameVersion> found =
        database.read(
            consistency,
            connection ->
                new VersionRows(connection, database.dialect()).newest(names(group.requests())),
            new RequestContext("names", carrier, deadline));
    Map<BlobName, NameVersion> byName = new HashMap<>();
    found.forEach(version -> byName.put(version.name(), version));
    group
        .requests()
        .forEach(request -> request.answer(Optional.ofNullable(byName.get(request.name))));
  }

  private static Set<BlobName> names(List<Request> requests) {
    Set<BlobName> names = new TreeSet<>();
    requests.forEach(request -> names.add(request.name));
    return names;
  }
}
