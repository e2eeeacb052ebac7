package io.aumbry.cluster;

import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A data centre and its coordinator, written {@code 1:ams@zk1:2181+zk2:2181+zk3:2181}.
 *
 * @param id as in blob ids, 1 to 65535; never reused for another data centre
 * @param coordinator the servers of its ZooKeeper ensemble
 */
public record DataCenterAddress(int id, String name, List<Endpoint> coordinator) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,5}):([A-Za-z0-9][A-Za-z0-9._-]{0,62})@(.+)");

  public DataCenterAddress {
    coordinator = List.copyOf(coordinator);
    if (id < 1 || id > 65535) {
      throw new IllegalArgumentException("data centre id " + id + ", must be 1 to 65535");
    }
  }

  public static DataCenterAddress parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a data centre such as 1:ams@zk1:2181+zk2:2181");
    }
    return new DataCenterAddress(
        Integer.parseInt(matcher.group(1)),
        matcher.group(2),
        Arrays.stream(matcher.group(3).split("\\+", -1)).map(Endpoint::parse).toList());
  }

  DataCenter dataCenter() {
    return new DataCenter(id, name);
  }

  String connectString() {
    return coordinator.stream().map(Endpoint::toString).collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return id
        + ":"
        + name
        + "@"
        + coordinator.stream().map(Endpoint::toString).collect(Collectors.joining("+"));
  }
}
