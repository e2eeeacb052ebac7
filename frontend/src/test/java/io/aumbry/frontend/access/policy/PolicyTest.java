package io.aumbry.frontend.access.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyTest {
  @TestFactory
  Stream<DynamicTest> wildcards() {
    return PolicyTables.lines("wildcards.txt").stream()
        .map(line ->
            DynamicTest.dynamicTest(
                line,
                () -> {
                  String[] parts = line.replace("''", "").split(" ", -1);
                  TextPattern pattern = TextPattern.parse(parts[0], TextPattern.Syntax.wild(false));
                  assertThat(pattern.matches(parts[1], RequestAttributes.NONE))
                      .isEqualTo(parts[2].equals("yes"));
                }));
  }

  /** Compares with all short texts. No pattern needs a text that is longer than itself. */
  @Test
  void aPatternCanBeginWithAPrefixIfSomeTextOfThePrefixMatches() {
    Random random = new Random(4);
    int possible = 0;
    for (int round = 0; round < 3000; round++) {
      String text = random(random, "ab*?", 5);
      String prefix = random(random, "ab", 3);
      TextPattern pattern = TextPattern.parse(text, TextPattern.Syntax.wild(false));
      boolean expected =
          texts(text.length())
              .anyMatch(rest -> pattern.matches(prefix + rest, RequestAttributes.NONE));
      assertThat(pattern.canBegin(prefix)).as("%s %s", text, prefix).isEqualTo(expected);
      possible += expected ? 1 : 0;
    }
    assertThat(possible).isBetween(500, 2500);
  }

  private static String random(Random random, String alphabet, int longest) {
    return random
        .ints(random.nextInt(longest + 1), 0, alphabet.length())
        .mapToObj(at -> alphabet.substring(at, at + 1))
        .collect(Collectors.joining());
  }

  /** All texts of a and b up to a length. */
  private static Stream<String> texts(int longest) {
    return longest == 0
        ? Stream.of("")
        : Stream.concat(
            Stream.of(""), texts(longest - 1).flatMap(text -> Stream.of(text + "a", text + "b")));
  }

  @TestFactory
  Stream<DynamicTest> conditions() {
    return PolicyTables.lines("conditions.txt").stream()
        .map(line -> DynamicTest.dynamicTest(line, () -> checkCondition(line)));
  }

  private static void checkCondition(String line) {
    String[] parts = line.split(" \\| ", -1);
    String document =
        "{\"Version\":\"2012-10-17\",\"Statement\":{\"Effect\":\"Allow\",\"Action\":\"*\","
            + "\"Resource\":\"*\",\"Condition\":{\"%s\":{\"aws:Referer\":%s}}}}"
                .formatted(parts[0], parts[1]);
    if (parts[3].equals("malformed")) {
      assertThatThrownBy(() -> parse(document))
          .isInstanceOf(MalformedPolicyException.class)
          .hasMessageStartingWith("Statement.Condition." + parts[0]);
      return;
    }
    Map<String, List<String>> attributes = new HashMap<>();
    attributes.put("aws:username", List.of("alice"));
    if (!parts[2].equals("-")) {
      attributes.put("aws:referer", Arrays.asList(parts[2].replace("''", "").split(",", -1)));
    }
    PolicyRequest request =
        new PolicyRequest(
            PolicyPrincipal.ANONYMOUS,
            PolicyAction.GET_BLOB,
            PolicyTables.resource("arn:aumbry:name:::a/c/k", ""),
            PolicyTables.attributes(attributes));
    assertThat(parse(document).evaluate(request).isAllowed()).isEqualTo(parts[3].equals("yes"));
  }

  private static Policy parse(String document) {
    return PolicyParser.parse(
        document.getBytes(StandardCharsets.UTF_8), PolicyParser.Kind.IDENTITY, "user/test");
  }

  @TestFactory
  List<DynamicTest> policies() {
    List<DynamicTest> tests = new ArrayList<>();
    Policy[] current = new Policy[1];
    for (String line : PolicyTables.lines("policies.txt")) {
      if (line.startsWith("{")) {
        current[0] = PolicyTables.policy(line, PolicyParser.Kind.IDENTITY);
      } else if (line.startsWith("R {")) {
        current[0] = PolicyTables.policy(line.substring(2), PolicyParser.Kind.RESOURCE);
      } else {
        Policy policy = current[0];
        tests.add(DynamicTest.dynamicTest(line, () -> checkRequest(policy, line)));
      }
    }
    return tests;
  }

  private static void checkRequest(Policy policy, String line) {
    String[] halves = line.split(" -> ", -1);
    String[] parts = halves[0].split(" ", -1);
    String s3Name = "";
    Map<String, List<String>> attributes = new HashMap<>();
    for (String pair : Arrays.asList(parts).subList(3, parts.length)) {
      int equals = pair.indexOf('=');
      String value = pair.substring(equals + 1);
      if (pair.startsWith("s3=")) {
        s3Name = value;
      } else {
        attributes.put(pair.substring(0, equals), List.of(value));
      }
    }
    Verdict verdict =
        policy.evaluate(
            new PolicyRequest(
                Optional.ofNullable(PolicyTables.PRINCIPALS.get(parts[0])).orElseThrow(),
                PolicyTables.action(parts[1]),
                PolicyTables.resource(parts[2], s3Name),
                PolicyTables.attributes(attributes)));
    String[] expected = halves[1].split(" ", -1);
    assertThat(PolicyTables.text(verdict)).isEqualTo(expected[0]);
    if (expected.length > 1) {
      assertThat(name(verdict).text()).isEqualTo("user/test" + expected[1]);
    }
  }

  private static Verdict.StatementName name(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed(Verdict.StatementName by) -> by;
      case Verdict.Denied(Verdict.StatementName by) -> by;
      case Verdict.Silent _ -> throw new AssertionError("no statement applied");
    };
  }

  @TestFactory
  Stream<DynamicTest> aPolicyOfAContainerNamesOnlyItsOwnResources() {
    return PolicyTables.lines("containers.txt").stream()
        .map(line ->
            DynamicTest.dynamicTest(
                line,
                () -> {
                  String[] parts = line.split(" ", -1);
                  for (String element : List.of("Resource", "NotResource")) {
                    checkNamed(element, parts[0], parts[1].equals("yes"));
                  }
                }));
  }

  private static void checkNamed(String element, String resource, boolean isAccepted) {
    PolicyResource.Place place = PolicyResource.Place.of(5, "photos", 1, "2026");
    byte[] document =
        """
        {"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"*",
         "%s":["*","%s"]}]}
        """
            .formatted(element, resource)
            .getBytes(StandardCharsets.UTF_8);
    if (isAccepted) {
      assertThat(PolicyParser.parse(document, place, "5/1")).isNotNull();
    } else {
      assertThatThrownBy(() -> PolicyParser.parse(document, place, "5/1"))
          .isInstanceOf(MalformedPolicyException.class)
          .hasMessageStartingWith(
              "Statement[0].%s[1]: '%s' is not in the container of the policy, which may name * or"
                  + " arn:aumbry:container:::photos/2026,",
              element, resource)
          .hasMessageContaining("arn:aumbry:{name,id,dataset}:::photos/2026/")
          .hasMessageEndingWith("arn:aws:s3:::*");
    }
  }

  @TestFactory
  Stream<DynamicTest> malformedDocuments() {
    String statement = "{'Effect':'Allow','Action':'*','Resource':'*'}";
    return PolicyTables.lines("malformed.txt").stream()
        .map(line ->
            DynamicTest.dynamicTest(
                line,
                () -> {
                  String[] parts = line.split(" \\| ", -1);
                  boolean isResource = parts[0].startsWith("R ");
                  String document =
                      parts[0].substring(isResource ? 2 : 0).replace("S]", statement + "]");
                  PolicyParser.Kind kind =
                      isResource ? PolicyParser.Kind.RESOURCE : PolicyParser.Kind.IDENTITY;
                  assertThatThrownBy(
                          () -> PolicyTables.policy(document.replace("S,", statement + ","), kind))
                      .isInstanceOf(MalformedPolicyException.class)
                      .hasMessageContaining(parts[1]);
                }));
  }

  @Test
  void documentsHaveASizeLimit() {
    String small = "{'Statement':{'Effect':'Allow','Action':'*','Resource':'*'}}";
    String padded = small + " ".repeat(20 * 1024 - small.length());
    PolicyTables.policy(padded, PolicyParser.Kind.IDENTITY);
    assertThatThrownBy(() -> PolicyTables.policy(padded + " ", PolicyParser.Kind.IDENTITY))
        .isInstanceOf(MalformedPolicyException.class)
        .hasMessageContaining("20481 bytes, at most 20 KiB");
  }

  @Test
  void nestingIsBounded() {
    assertThatThrownBy(() ->
            PolicyTables.policy("{'Statement':" + "[".repeat(10_000), PolicyParser.Kind.IDENTITY))
        .isInstanceOf(MalformedPolicyException.class)
        .hasMessageContaining("depth");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'*'|{}|yes",
        "{'AWS':'*'}|{}|yes",
        "{'AWS':'photos'}|{}|no",
        "'*'|{'IpAddress':{'aws:SourceIp':'10.0.0.0/8'}}|no",
        "'*'|{'IpAddress':{'aws:SourceIp':'10.0.0.0/7'}}|yes",
        "'*'|{'IpAddress':{'aws:SourceIp':['10.0.0.0/8','0.0.0.0/0']}}|yes",
        "'*'|{'IpAddress':{'aws:SourceIp':'2001:db8::/32'}}|no",
        "'*'|{'IpAddress':{'aws:SourceIp':'2001::/16'}}|yes",
        "'*'|{'IpAddressIfExists':{'aws:SourceIp':'10.0.0.0/8'}}|yes",
        "'*'|{'NotIpAddress':{'aws:SourceIp':'10.0.0.0/8'}}|yes",
        "'*'|{'StringEquals':{'aws:PrincipalAccount':'12'}}|no",
        "'*'|{'StringLike':{'aws:PrincipalAccount':'12*'}}|yes",
        "'*'|{'StringEquals':{'aws:Referer':'x'}}|yes",
        "'*'|{'ArnLike':{'aws:PrincipalArn':'arn:aws:s3:::b'}}|no",
        "'*'|{'ArnLike':{'aws:PrincipalArn':'arn:aws:s3:::*'}}|yes",
        "'*'|{'StringEquals':{'aws:userid':'${aws:username}'}}|yes",
        "'*'|{'ForAllValues:StringEquals':{'aws:PrincipalAccount':'12'}}|yes",
        "'*'|{'Null':{'aws:SourceIp':'false'}}|yes"
      })
  void publicPoliciesAreRecognised(String principal, String condition, String isPublic) {
    Policy policy =
        PolicyTables.policy(
            ("{'Version':'2012-10-17','Statement':[{'Effect':'Allow','Principal':%s,'Action':'*',"
                    + "'Resource':'*','Condition':%s}]}")
                .formatted(principal, condition),
            PolicyParser.Kind.RESOURCE);
    assertThat(policy.isPublic()).isEqualTo(isPublic.equals("yes"));
  }

  @Test
  void aDenialIsNotPublic() {
    Policy policy =
        PolicyTables.policy(
            "{'Statement':[{'Effect':'Deny','Principal':'*','Action':'*','Resource':'*'}]}",
            PolicyParser.Kind.RESOURCE);
    assertThat(policy.isPublic()).isFalse();
  }

  @Test
  void anUnreadablePolicyDeniesEverything() {
    Policy policy = PolicyParser.denying("user/x");
    for (PolicyAction action : PolicyAction.values()) {
      PolicyRequest request =
          new PolicyRequest(
              PolicyPrincipal.ANONYMOUS, action, PolicyResource.CLUSTER, RequestAttributes.NONE);
      assertThat(policy.evaluate(request)).isInstanceOf(Verdict.Denied.class);
    }
  }

  @Test
  void actionsHaveUniqueNamesOfTheirDoor() {
    List<String> names = new ArrayList<>();
    for (PolicyAction action : EnumSet.allOf(PolicyAction.class)) {
      assertThat(action.names()).isNotEmpty();
      assertThat(action.names()).allMatch(n -> n.matches("(aumbry|s3):[A-Z][A-Za-z]+"));
      names.addAll(action.names());
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  void namesWithSlashesDoNotCollide() {
    PolicyResource one = PolicyResource.named(PolicyResource.Place.of(1, "a/b", 1, "c"), "k");
    PolicyResource other = PolicyResource.named(PolicyResource.Place.of(2, "a", 1, "b/c"), "k");
    assertThat(one.name()).isEqualTo("arn:aumbry:name:::a%2Fb/c/k");
    assertThat(other.name()).isEqualTo("arn:aumbry:name:::a/b%2Fc/k");
    assertThat(PolicyResource.container(PolicyResource.Place.of(1, "50%", 1, "c")).name())
        .isEqualTo("arn:aumbry:container:::50%25/c");
  }

  /** Such a pattern takes time in proportion to the product of both lengths. */
  @ParameterizedTest
  @ValueSource(strings = {"*?${aws:referer}*", "*${aws:referer}?*", "*?${aws:referer, 'x'}*"})
  void aVariableBesideAQuestionMarkBetweenStarsIsRefused(String resource) {
    assertThatThrownBy(() -> parsed(resource))
        .isInstanceOf(MalformedPolicyException.class)
        .hasMessageContaining("Resource[0]: a part between two * has a ? and a variable");
  }

  @Test
  void aDocumentWithManyVariablesIsRefused() {
    String variable = "\\u0024{aws:username}";
    assertThat(parsed(variable.repeat(PolicyParser.MOST_VARIABLES)).isPublic()).isFalse();
    assertThatThrownBy(() -> parsed(variable.repeat(PolicyParser.MOST_VARIABLES + 1)))
        .isInstanceOf(MalformedPolicyException.class)
        .hasMessageContaining("the document has 101 variables, at most 100 are allowed");
  }

  @Test
  void aDocumentWithManyQuestionMarksIsRefused() {
    String more = "\",\"arn:*a?*";
    assertThat(parsed("x" + more.repeat(PolicyParser.MOST_WITH_ONE)).isPublic()).isFalse();
    assertThatThrownBy(() -> parsed("x" + more.repeat(PolicyParser.MOST_WITH_ONE + 1)))
        .isInstanceOf(MalformedPolicyException.class)
        .hasMessageContaining("the document has 21 texts with a ?, at most 20 are allowed");
  }

  private static Policy parsed(String resource) {
    String document =
        """
        {"Version": "2012-10-17", "Statement":
          {"Effect": "Deny", "Action": "*", "Resource": ["arn:%s"]}}
        """
            .formatted(resource);
    return PolicyParser.parse(
        document.getBytes(StandardCharsets.UTF_8), PolicyParser.Kind.IDENTITY, "test");
  }

  /** The time of matching must not explode with the length of the text. */
  @Test
  void hostilePatternsAreMatchedInLinearTime() {
    String text = "a".repeat(200_000);
    for (String pattern :
        List.of(
            "*" + "a".repeat(5_000) + "b*",
            "*a".repeat(5_000) + "b*",
            "*" + "a?".repeat(31) + "b*")) {
      TextPattern compiled = TextPattern.parse(pattern, TextPattern.Syntax.wild(false));
      long begin = System.nanoTime();
      assertThat(compiled.matches(text, RequestAttributes.NONE)).isFalse();
      assertThat(System.nanoTime() - begin)
          .as(pattern.substring(0, 10))
          .isLessThan(10_000_000_000L);
    }
  }

  /** The sender of a request chooses the number of values and the length of a variable. */
  @Test
  void variablesAreLookedUpOncePerConditionAndRequest() {
    String variables = "${aws:useragent}".repeat(PolicyParser.MOST_VARIABLES);
    String document =
        """
        {"Version": "2012-10-17", "Statement":
          {"Effect": "Allow", "Action": "*", "Resource": "*",
           "Condition": {"ForAnyValue:StringLike": {"aumbry:prefix": "%s"}}}}
        """
            .formatted(variables);
    Policy policy =
        PolicyParser.parse(
            document.getBytes(StandardCharsets.UTF_8), PolicyParser.Kind.IDENTITY, "test");
    List<String> prefixes = IntStream.range(0, 500).mapToObj(i -> "p" + i).toList();
    AtomicInteger lookups = new AtomicInteger();
    RequestAttributes attributes =
        key -> {
          lookups.incrementAndGet();
          return key.equals(ConditionKeys.PREFIX) ? prefixes : List.of("a".repeat(8000));
        };
    PolicyResource resource =
        PolicyResource.container(PolicyResource.Place.of(1, "account", 1, "container"));
    assertThat(
            policy.evaluate(
                new PolicyRequest(
                    PolicyPrincipal.ANONYMOUS, PolicyAction.LIST_NAMES, resource, attributes)))
        .isEqualTo(Verdict.silent());
    assertThat(lookups.get()).isLessThanOrEqualTo(PolicyParser.MOST_VARIABLES + 1);
  }
}
