package io.aumbry.tests.layers;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows that each layer rule fails where it must, and only there, on a small tree that breaks all
 * of them.
 */
final class RulesCanFailTest {
  private static final String ROOT = "io.aumbry.tests.layers.wrong";
  private static final JavaClasses WRONG = new ClassFileImporter().importPackages(ROOT);

  private final Rules rules = new Rules(ROOT);

  @Test
  void aPackageInTwoModules() {
    assertFailures(rules.packagesBelongToOneModule(type -> Optional.of(Module.STORE)))
        .anyMatch(line -> line.contains("RouterWithNetty"))
        .noneMatch(line -> line.contains("Clocks"));
  }

  @Test
  void anImportAgainstTheArrows() {
    assertFailures(rules.importsFollowTheArrows())
        .isNotEmpty()
        .allMatch(line -> line.contains("StoreThatRoutes"));
  }

  @Test
  void aCycle() {
    assertFailures(rules.packagesHaveNoCycles())
        .singleElement()
        .asString()
        .contains("First", "Second");
  }

  @Test
  void aLargeCycleOfClasses() {
    String first = ROOT + ".store.a.First";
    assertFailures(rules.classCyclesHaveAtMost(1, Set.of()))
        .containsExactly("2 classes form a cycle: " + first + ", " + ROOT + ".store.b.Second");
    assertFailures(rules.classCyclesHaveAtMost(1, Set.of(first))).isEmpty();
    assertFailures(rules.classCyclesHaveAtMost(2, Set.of())).isEmpty();
  }

  @Test
  void aPackageWithTooManyFiles() {
    assertFailures(rules.packagesHaveAtMost(4)).containsExactly(ROOT + ".store has 5 files");
    assertFailures(rules.packagesHaveAtMost(5)).isEmpty();
  }

  @Test
  void aTypeNameThatOccursTwice() {
    assertFailures(rules.topLevelNamesAreUnique())
        .containsExactly(
            "First is the name of " + ROOT + ".router.First, " + ROOT + ".store.a.First");
  }

  @Test
  void nettyOutsideTransport() {
    assertFailures(rules.onlyTransportKnowsNetty())
        .isNotEmpty()
        .allMatch(line -> line.contains("RouterWithNetty"));
  }

  @Test
  void httpInSignatures() {
    assertFailures(rules.signaturesKnowNoHttp())
        .isNotEmpty()
        .allMatch(line -> line.contains("SignatureOfMessage"));
  }

  @Test
  void sqlOutsideTheCatalog() {
    assertFailures(rules.onlyCatalogKnowsSql())
        .isNotEmpty()
        .allMatch(line -> line.contains("ServerWithSql"));
  }

  @Test
  void helixOutsideTheClusterManager() {
    assertFailures(rules.onlyClusterManagerKnowsHelix())
        .isNotEmpty()
        .allMatch(line -> line.contains("ServerWithHelix"));
  }

  @Test
  void aJsonMapperOutsideConfig() {
    assertFailures(rules.onlyConfigKnowsTheJsonMapper())
        .isNotEmpty()
        .allMatch(line -> line.contains("RouterWithJson"));
  }

  @Test
  void aLibraryInProtocol() {
    assertFailures(rules.configAndProtocolArePlainJava())
        .isNotEmpty()
        .allMatch(line -> line.contains("org.slf4j.Logger"));
  }

  @Test
  void futuresInSignatures() {
    assertFailures(rules.signaturesHaveNoFutures())
        .hasSize(3)
        .anyMatch(line -> line.contains("Waits.future("))
        .anyMatch(line -> line.contains("answers()"))
        .anyMatch(line -> line.contains("await("));
  }

  @ParameterizedTest
  @CsvSource({
    "CLOCK, Clocks, 5",
    "CHANCE, Chances, 7",
    "TIMED_WAIT, Waits, 10",
    "SET_ACCESSIBLE, Openers, 1"
  })
  void aForbiddenCall(Forbidden forbidden, String type, int uses) {
    assertFailures(rules.exceptIn(forbidden))
        .hasSize(uses)
        .allMatch(line -> line.contains(type))
        .noneMatch(line -> line.contains("given("));
    assertFailures(rules.exceptIn(forbidden, "store." + type)).isEmpty();
    assertFailures(rules.exceptIn(forbidden, "store")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "file:/src/x/storage-server/target/classes/io/aumbry/server/A.class, STORAGE_SERVER",
    "jar:file:/src/deploy/target/aumbry/lib/aumbry-deploy-0.1.0.jar!/io/aumbry/A.class, DEPLOY",
    "jar:file:/m2/aumbry-9/aumbry-cluster-manager-0.1.0-SNAPSHOT.jar!/A.class, CLUSTER_MANAGER",
  })
  void anOriginNamesItsModule(URI origin, Module module) {
    assertThat(Module.byOrigin(origin)).contains(module);
  }

  private static ListAssert<String> assertFailures(ArchRule rule) {
    List<String> details = rule.evaluate(WRONG).getFailureReport().getDetails();
    return assertThat(details);
  }
}
