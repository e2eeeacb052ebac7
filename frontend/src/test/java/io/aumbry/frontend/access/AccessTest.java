package io.aumbry.frontend.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.access.policy.ConditionKeys;
import io.aumbry.frontend.access.policy.PolicyAction;
import io.aumbry.frontend.access.policy.PolicyParser;
import io.aumbry.frontend.access.policy.PolicyResource;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AccessTest {
  private static final String ALL = "{'Statement':{'Effect':'Allow','Action':'*','Resource':'*'}}";

  private final TestClock clock = new TestClock();

  @AfterEach
  void stop() {
    clock.close();
  }

  private static AccessFixture fixture() {
    return new AccessFixture()
        .user("alice", AccessFixture.PHOTOS)
        .user("bob", AccessFixture.PHOTOS)
        .user("carol", AccessFixture.MUSIC)
        .user("root", 0);
  }

  private AccessDecision decide(
      AccessFixture fixture, String user, PolicyAction action, PolicyResource resource) {
    IdentitySnapshot snapshot = fixture.snapshot();
    AccessIdentity identity =
        user.equals("-") ? AccessIdentity.ANONYMOUS : snapshot.user(user).orElseThrow();
    return new Access(Access.Mode.REQUIRED, () -> snapshot, clock)
        .decide(identity, action, resource, RequestFacts.NONE);
  }

  private static PolicyResource resource(String text) {
    return switch (text) {
      case "album" -> PolicyResource.named(AccessFixture.ALBUM, "k");
      case "album-id" -> PolicyResource.blob(AccessFixture.ALBUM, "ID");
      case "open" -> PolicyResource.named(AccessFixture.OPEN, "k");
      case "songs" -> PolicyResource.named(AccessFixture.SONGS, "k");
      case "photos" -> PolicyResource.account(AccessFixture.PHOTOS, "photos");
      case "music" -> PolicyResource.account(AccessFixture.MUSIC, "music");
      case "cluster" -> PolicyResource.CLUSTER;
      default -> throw new AssertionError(text);
    };
  }

  /** The roles are limited to photos. */
  @ParameterizedTest
  @CsvSource({
    "reader,GET_BLOB,album,true",
    "reader,GET_BLOB,album-id,true",
    "reader,GET_BLOB_VERSION,album,true",
    "reader,GET_TAGS,album,true",
    "reader,LIST_NAMES,album,true",
    "reader,PUT_BLOB,album,false",
    "reader,DELETE_BLOB,album,false",
    "reader,UPDATE_TTL,album,false",
    "reader,GET_BLOB,songs,false",
    "reader,LIST_ACCOUNTS,cluster,false",
    "writer,GET_BLOB,album,true",
    "writer,PUT_BLOB,album,true",
    "writer,DELETE_BLOB,album-id,true",
    "writer,UNDELETE_BLOB,album,true",
    "writer,UPDATE_TTL,album,true",
    "writer,PUT_TAGS,album,true",
    "writer,PUT_DATASET,album,true",
    "writer,CREATE_CONTAINER,photos,false",
    "writer,PUT_CONTAINER_POLICY,album,false",
    "writer,BYPASS_GOVERNANCE,album,false",
    "writer,PUT_BLOB,songs,false",
    "owner,PUT_BLOB,album,true",
    "owner,CREATE_CONTAINER,photos,true",
    "owner,PUT_CONTAINER_POLICY,album,true",
    "owner,PUT_USER,photos,true",
    "owner,CREATE_KEY,photos,true",
    "owner,PUT_ACCOUNT,photos,false",
    "owner,GRANT_ROLE,photos,false",
    "owner,PUT_USER,music,false",
    "owner,PUT_BLOB,songs,false",
    "owner,PUT_ROLE,cluster,false",
    "owner,LIST_ACCOUNTS,cluster,false",
    "administrator,PUT_ACCOUNT,photos,true",
    "administrator,PUT_ACCOUNT,music,false",
    "administrator,GET_STATS,cluster,false"
  })
  void rolesHaveTheirRightsWithinTheirAccount(
      String role, PolicyAction action, String resource, boolean allowed) {
    AccessFixture fixture = fixture().grant("alice", role, AccessFixture.PHOTOS);
    assertThat(decide(fixture, "alice", action, resource(resource)).isAllowed()).isEqualTo(allowed);
    AccessFixture foreign = fixture().grant("carol", role, AccessFixture.PHOTOS);
    assertThat(decide(foreign, "carol", action, resource(resource)).isAllowed())
        .as("a grant holds for users of other accounts")
        .isEqualTo(allowed);
  }

  /** Statements of the policy of a container, in this order and separated by bars. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "album; ; false",
        "open; ; true",
        "album; 'Effect':'Allow','Principal':'*','Resource':'*'; true",
        "album; 'Effect':'Allow','Principal':'*','NotResource':'arn:aumbry:name:::x/*'; true",
        "album; 'Effect':'Allow','Principal':{'AWS':'photos'},'Resource':'*'; false",
        "album; 'Effect':'Allow','Principal':'*','Resource':'arn:aumbry:name:::*/other'; false",
        "album; 'Effect':'Allow','Principal':'*','Resource':'*',"
            + "'Condition':{'StringNotEquals':{'aws:UserAgent':'x'}}; false",
        "album; 'Effect':'Allow','Principal':'*','Resource':'arn:aumbry:name:::*/${aws:UserAgent}'; false",
        "open; 'Effect':'Deny','Principal':'*','Resource':'*'; false",
        "open; 'Effect':'Deny','Principal':'*','Resource':'arn:aumbry:name:::*/other'; true",
        "open; 'Effect':'Deny','Principal':'*','Resource':'*',"
            + "'Condition':{'IpAddress':{'aws:SourceIp':'192.0.2.1'}}; false",
        "open; 'Effect':'Deny','Principal':'*','Resource':'arn:aumbry:name:::*/${aws:SourceIp}'; false",
        "open; 'Effect':'Deny','NotPrincipal':{'AWS':'photos'},'Resource':'*'; false",
        "open; 'Effect':'Deny','Principal':{'AWS':'music'},'Resource':'*'; true",
        "album; 'Effect':'Allow','Principal':'*','Resource':'*'"
            + "|'Effect':'Deny','Principal':'*','NotResource':'arn:aumbry:name:::*/other'; false"
      })
  void aReadIsForEveryoneIfNoConditionAndNoDenialCanStopIt(
      String container, String statements, boolean isForEveryone) {
    AccessFixture fixture = fixture();
    if (statements != null) {
      String actions = ",'Action':'aumbry:GetBlob'}";
      String document =
          "{'Version':'2012-10-17','Statement':[{"
              + statements.replace("|", actions + ",{")
              + actions
              + "]}";
      int id = container.equals("open") ? 2 : 1;
      PolicyParser.parse(
          document.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
          PolicyParser.Kind.RESOURCE,
          container);
      fixture.policy(StoredPolicy.Kind.CONTAINER, AccessFixture.PHOTOS + "/" + id, document);
    }
    IdentitySnapshot snapshot = fixture.snapshot();
    Access access = new Access(Access.Mode.REQUIRED, () -> snapshot, clock);
    assertThat(access.isForEveryone(PolicyAction.GET_BLOB, resource(container)))
        .isEqualTo(isForEveryone);
    assertThat(access.isForEveryone(PolicyAction.PUT_BLOB, resource(container))).isFalse();
  }

  @Test
  void ownersGrantRolesUpToTheirOwn() {
    IdentitySnapshot snapshot = fixture().grant("alice", "owner", AccessFixture.PHOTOS).snapshot();
    Access access = new Access(Access.Mode.REQUIRED, () -> snapshot, clock);
    for (String role : ReadyRoles.NAMES) {
      RequestFacts facts =
          new RequestFacts("", true, "", "", Map.of(ConditionKeys.ROLE, List.of(role)));
      assertThat(
              access
                  .decide(
                      snapshot.user("alice").orElseThrow(),
                      PolicyAction.GRANT_ROLE,
                      resource("photos"),
                      facts)
                  .isAllowed())
          .isEqualTo(!role.equals("administrator"));
    }
  }

  @Test
  void anAdministratorOfTheClusterMayDoEverything() {
    AccessFixture fixture = fixture().grant("root", "administrator", 0);
    for (PolicyAction action : EnumSet.allOf(PolicyAction.class)) {
      for (String resource : List.of("album", "songs", "photos", "cluster")) {
        assertThat(decide(fixture, "root", action, resource(resource)).isAllowed()).isTrue();
      }
    }
  }

  @Test
  void everythingIsDeniedByDefault() {
    for (PolicyAction action : EnumSet.allOf(PolicyAction.class)) {
      for (String resource : List.of("album", "songs", "photos", "cluster")) {
        assertThat(decide(fixture(), "alice", action, resource(resource)))
            .isEqualTo(
                new AccessDecision.Denied(
                    "no statement allows it", AccessDecision.Ground.NO_PERMISSION, false));
        assertThat(decide(fixture(), "-", action, resource(resource)))
            .isEqualTo(
                new AccessDecision.Denied(
                    "no statement allows it", AccessDecision.Ground.NO_PERMISSION, true));
      }
    }
  }

  @Test
  void aPolicyOfAUserAllowsOnlyWithinItsAccount() {
    AccessFixture fixture = fixture().policy(StoredPolicy.Kind.USER, "alice", ALL);
    assertThat(decide(fixture, "alice", PolicyAction.GET_BLOB, resource("album")))
        .isEqualTo(new AccessDecision.Allowed("user/alice#0"));
    assertThat(decide(fixture, "alice", PolicyAction.GET_BLOB, resource("songs")).isAllowed())
        .isFalse();
    assertThat(
            decide(fixture, "alice", PolicyAction.LIST_ACCOUNTS, resource("cluster")).isAllowed())
        .isFalse();
    AccessFixture ofCluster = fixture().policy(StoredPolicy.Kind.USER, "root", ALL);
    assertThat(
            decide(ofCluster, "root", PolicyAction.LIST_ACCOUNTS, resource("cluster")).isAllowed())
        .isTrue();
  }

  @Test
  void aDenialOfAUserHoldsInAllAccounts() {
    AccessFixture fixture =
        fixture()
            .policy(
                StoredPolicy.Kind.USER,
                "alice",
                "{'Statement':{'Sid':'No','Effect':'Deny','Action':'*','Resource':'*'}}")
            .grant("alice", "administrator", 0);
    assertThat(decide(fixture, "alice", PolicyAction.GET_BLOB, resource("songs")))
        .isEqualTo(
            new AccessDecision.Denied("user/alice#0(No)", AccessDecision.Ground.STATEMENT, false));
  }

  @Test
  void aContainerLetsInUsersOfOtherAccounts() {
    String policy =
        "{'Statement':[{'Effect':'Allow','Principal':{'AWS':'arn:aws:iam::music:user/carol'},"
            + "'Action':'aumbry:GetBlob','Resource':'arn:aumbry:*:::photos/album/k*'},"
            + "{'Effect':'Deny','Principal':{'AWS':'arn:aws:iam::5:user/alice'},"
            + "'Action':'*','Resource':'*'}]}";
    AccessFixture fixture =
        fixture()
            .policy(StoredPolicy.Kind.CONTAINER, "5/1", policy)
            .grant("alice", "owner", AccessFixture.PHOTOS);
    assertThat(decide(fixture, "carol", PolicyAction.GET_BLOB, resource("album")))
        .isEqualTo(new AccessDecision.Allowed("container/5/1#0"));
    assertThat(decide(fixture, "carol", PolicyAction.GET_BLOB, resource("open")).isAllowed())
        .isTrue();
    assertThat(decide(fixture, "carol", PolicyAction.PUT_BLOB, resource("album")).isAllowed())
        .isFalse();
    assertThat(decide(fixture, "bob", PolicyAction.GET_BLOB, resource("album")).isAllowed())
        .isFalse();
    assertThat(decide(fixture, "alice", PolicyAction.GET_BLOB, resource("album")))
        .isEqualTo(
            new AccessDecision.Denied("container/5/1#1", AccessDecision.Ground.STATEMENT, false));
  }

  @Test
  void aPublicContainerIsReadableByEveryone() {
    assertThat(decide(fixture(), "-", PolicyAction.GET_BLOB, resource("open")))
        .isEqualTo(new AccessDecision.Allowed("public container#0(PublicReading)"));
    for (PolicyAction action :
        List.of(PolicyAction.PUT_BLOB, PolicyAction.DELETE_BLOB, PolicyAction.LIST_NAMES)) {
      assertThat(decide(fixture(), "-", action, resource("open")).isAllowed()).isFalse();
    }
  }

  @Test
  void aPolicyThatCannotBeReadDeniesEverything() {
    AccessFixture fixture =
        fixture()
            .policy(StoredPolicy.Kind.USER, "alice", "{'Statement':{'Effect':'Perhaps'}}")
            .policy(StoredPolicy.Kind.CONTAINER, "5/2", "")
            .grant("alice", "administrator", 0)
            .grant("bob", "administrator", 0);
    assertThat(decide(fixture, "alice", PolicyAction.GET_BLOB, resource("songs")))
        .isEqualTo(
            new AccessDecision.Denied(
                "user/alice#0(unreadable)", AccessDecision.Ground.STATEMENT, false));
    assertThat(decide(fixture, "bob", PolicyAction.GET_BLOB, resource("open")).isAllowed())
        .isFalse();
    assertThat(decide(fixture, "bob", PolicyAction.GET_BLOB, resource("album")).isAllowed())
        .isTrue();
  }

  @Test
  void storedRolesWorkAndCannotReplaceReadyOnes() {
    AccessFixture fixture =
        fixture()
            .policy(
                StoredPolicy.Kind.ROLE,
                "auditor",
                "{'Statement':{'Effect':'Allow','Action':'aumbry:GetStats','Resource':'*'}}")
            .policy(StoredPolicy.Kind.ROLE, "reader", ALL)
            .grant("alice", "auditor", 0)
            .grant("bob", "reader", 0)
            .grant("bob", "no-such-role", 0);
    assertThat(decide(fixture, "alice", PolicyAction.GET_STATS, resource("cluster")))
        .isEqualTo(new AccessDecision.Allowed("role/auditor#0"));
    assertThat(decide(fixture, "bob", PolicyAction.PUT_BLOB, resource("album")).isAllowed())
        .isFalse();
  }

  @Test
  void modesOpenOnlyTheirPart() {
    IdentitySnapshot snapshot = fixture().snapshot();
    Access optional =
        new Access(
            new Access.Mode(AuthenticationMode.OPTIONAL, Optional.of(AccessFixture.ALBUM)),
            () -> snapshot,
            clock);
    assertThat(anonymous(optional, PolicyAction.PUT_BLOB, "album")).isTrue();
    assertThat(anonymous(optional, PolicyAction.PUT_CONTAINER_POLICY, "album")).isFalse();
    assertThat(anonymous(optional, PolicyAction.PUT_BLOB, "songs")).isFalse();
    assertThat(anonymous(optional, PolicyAction.LIST_ACCOUNTS, "cluster")).isFalse();
    Access required =
        new Access(
            new Access.Mode(AuthenticationMode.REQUIRED, Optional.of(AccessFixture.ALBUM)),
            () -> snapshot,
            clock);
    assertThat(anonymous(required, PolicyAction.PUT_BLOB, "album")).isFalse();
    Access off =
        new Access(
            new Access.Mode(AuthenticationMode.OFF, Optional.empty()), () -> snapshot, clock);
    assertThat(anonymous(off, PolicyAction.LIST_ACCOUNTS, "cluster")).isTrue();
  }

  private static boolean anonymous(Access access, PolicyAction action, String resource) {
    return access
        .decide(AccessIdentity.ANONYMOUS, action, resource(resource), RequestFacts.NONE)
        .isAllowed();
  }

  @Test
  void conditionsReadTheRequestAndItsSender() {
    AccessFixture fixture = fixture();
    AccessIdentity alice = fixture.snapshot().user("alice").orElseThrow().with("AK-alice");
    RequestFacts facts =
        new RequestFacts(
            "10.1.2.3", true, "agent", "page", Map.of(ConditionKeys.PREFIX, List.of("p/")));
    AccessAttributes attributes = new AccessAttributes(alice, facts, TestClock.START);
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("aws:sourceip", "10.1.2.3"),
            Map.entry("aws:securetransport", "true"),
            Map.entry("aws:useragent", "agent"),
            Map.entry("aws:referer", "page"),
            Map.entry("aws:currenttime", "2027-01-15T08:00:00Z"),
            Map.entry("aws:epochtime", "1800000000"),
            Map.entry("aws:username", "alice"),
            Map.entry("aws:userid", "alice"),
            Map.entry("aws:principalaccount", "5"),
            Map.entry("aws:principaltype", "User"),
            Map.entry("aumbry:credential", "AK-alice"),
            Map.entry("aumbry:prefix", "p/"),
            Map.entry("s3:prefix", "p/"));
    expected.forEach(
        (key, value) -> assertThat(attributes.values(key)).as(key).containsExactly(value));
    assertThat(attributes.values("aws:principalarn"))
        .containsExactly("arn:aws:iam::5:user/alice", "arn:aws:iam::photos:user/alice");
    for (String absent : List.of("s3:delimiter", "aumbry:issuer", "s3:authtype")) {
      assertThat(attributes.values(absent)).as(absent).isEmpty();
    }
    AccessAttributes anonymous =
        new AccessAttributes(AccessIdentity.ANONYMOUS, RequestFacts.NONE, TestClock.START);
    for (String key :
        List.of("aws:username", "aws:userid", "aws:principalaccount", "aws:sourceip")) {
      assertThat(anonymous.values(key)).as(key).isEmpty();
    }
    assertThat(anonymous.values("aws:principaltype")).containsExactly("Anonymous");
  }

  /** An account can choose its name, but not the names that policies use for others. */
  @Test
  void namesOfAccountsCannotStandForOthers() {
    AccessFixture fixture =
        fixture().user("eve", AccessFixture.NUMBER).user("mallory", AccessFixture.COLON);
    IdentitySnapshot snapshot = fixture.snapshot();
    assertThat(snapshot.user("eve").orElseThrow().principal().names())
        .containsExactlyInAnyOrder(
            "arn:aws:iam::8:user/eve", "arn:aws:iam::8:root", "canonical:eve");
    assertThat(snapshot.user("mallory").orElseThrow().principal().names())
        .contains("arn:aws:iam::photos%3Auser%2Falice:root")
        .noneMatch(name -> name.startsWith("arn:aws:iam::photos:"));
  }
}
