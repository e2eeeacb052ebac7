package io.aumbry.deploy.admin;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which segments of a dotted name are values rather than names. A registry has one metric for each
 * operation, outcome, peer and so on; Prometheus wants one name with labels.
 */
final class MetricLabels {
  /** The first that fits the whole name is taken. */
  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "frontend\\.(?!slots\\.)(\\w+)\\.(ok|refused|failed|shed|broken)",
              "frontend.requests{operation=$1,outcome=$2}"),
          new Rule(
              "server\\.(put|get|delete|keep|undelete|look|hint|pull|confirm|report|verify|compare)\\.(done|missing|unsatisfiable|failed|broken)",
              "server.requests{operation=$1,outcome=$2}"),
          new Rule(
              "cluster\\.transitions\\.(\\w+)\\.(done|withdrawn|failed)",
              "cluster.transitions{to=$1,outcome=$2}"),
          new Rule(
              "server\\.forbidden\\.(\\w+)\\.(\\w+)", "server.forbidden{operation=$1,reason=$2}"),
          new Rule("server\\.replicas\\.(\\w+)", "server.replicas{state=$1}"),
          new Rule(
              "router\\.(put|get|delete|updatettl|undelete)\\.latency\\.(\\w+)",
              "router.operations{operation=$1,outcome=$2}"),
          new Rule("router\\.puts\\.(\\w+)", "router.puts{durability=$1}"),
          new Rule("router\\.replica\\.failures\\.(\\w+)", "router.replica.failures{where=$1}"),
          new Rule(
              "replication\\.lag\\.(records|bytes|seconds)\\.(.+)\\.(\\d+)",
              "replication.lag.$1{peer=$2,partition=$3}"),
          new Rule(
              "replication\\.behind\\.(records|bytes|seconds)\\.(.+)",
              "replication.behind.$1{datacenter=$2}"),
          new Rule(
              "replication\\.fetched\\.bytes\\.(.+)", "replication.fetched.bytes{datacenter=$1}"),
          new Rule("replication\\.age\\.(.+)", "replication.age{datacenter=$1}"),
          new Rule(
              "transport\\.loop\\.(\\d+)\\.(connections|cpu\\.seconds)",
              "transport.loop.$2{loop=$1}"));

  private MetricLabels() {}

  /** The name with its values in braces: {@code server.requests{operation=get,outcome=done}}. */
  static String mark(String dotted) {
    for (Rule rule : RULES) {
      Matcher matcher = rule.form().matcher(dotted);
      if (matcher.matches()) {
        return matcher.replaceAll(rule.marked());
      }
    }
    return dotted;
  }

  private record Rule(Pattern form, String marked) {
    Rule(String form, String marked) {
      this(Pattern.compile(form), marked);
    }
  }
}
