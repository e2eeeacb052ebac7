package io.aumbry.tests.layers;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The layer rules for the modules below a root package.
 *
 * @param root the package that contains the base packages of all modules
 */
record Rules(String root) {

  /** A class lives below the base package of its module, so no package is in two modules. */
  ArchRule packagesBelongToOneModule(Function<JavaClass, Optional<Module>> origin) {
    return classes()
        .should(
            explain(
                "live below the base package of their module",
                (type, explanation) ->
                    origin
                        .apply(type)
                        .filter(module ->
                            !Module.within(module.basePackage(root), type.getPackageName()))
                        .map(module -> type.getName() + " is in module " + module)
                        .ifPresent(explanation::add)));
  }

  ArchRule importsFollowTheArrows() {
    return classes()
        .that(describe("belong to a module", type -> Module.byPackage(root, type).isPresent()))
        .should(
            explain(
                "import only what their module may import",
                (type, explanation) -> {
                  Module from = Module.byPackage(root, type).orElseThrow();
                  type.getDirectDependenciesFromSelf().stream()
                      .filter(d -> !mayImport(from, d.getTargetClass()))
                      .forEach(d -> explanation.add(d.getDescription()));
                }));
  }

  ArchRule packagesHaveNoCycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  /** Because packages have no cycles, a cycle of classes stays within its package. */
  ArchRule classCyclesHaveAtMost(int most, Set<String> allowed) {
    return classes().should(new ClassCycles(most, allowed));
  }

  /** A package has a limited number of files. A larger one is split by role. */
  ArchRule packagesHaveAtMost(int files) {
    return classes()
        .should(
            new ArchCondition<>("live in a package with at most " + files + " files") {
              private final Map<String, Set<String>> seen = new TreeMap<>();

              @Override
              public void check(JavaClass type, ConditionEvents events) {
                type.getSource()
                    .flatMap(Source::getFileName)
                    .filter(file -> !file.equals("package-info.java"))
                    .ifPresent(file ->
                        seen.computeIfAbsent(type.getPackageName(), _ -> new TreeSet<>())
                            .add(file));
              }

              @Override
              public void finish(ConditionEvents events) {
                seen.forEach((name, its) -> {
                  if (its.size() > files) {
                    String line = name + " has " + its.size() + " files";
                    events.add(SimpleConditionEvent.violated(name, line));
                  }
                });
              }
            });
  }

  /** A reader who finds a type name in a text finds one type. */
  ArchRule topLevelNamesAreUnique() {
    return classes()
        .should(
            new ArchCondition<>("have a name of their own") {
              private final Map<String, Set<String>> seen = new TreeMap<>();

              @Override
              public void check(JavaClass type, ConditionEvents events) {
                if (type.isTopLevelClass() && !type.getSimpleName().equals("package-info")) {
                  seen.computeIfAbsent(type.getSimpleName(), _ -> new TreeSet<>())
                      .add(type.getName());
                }
              }

              @Override
              public void finish(ConditionEvents events) {
                seen.forEach((name, types) -> {
                  if (types.size() > 1) {
                    String line = name + " is the name of " + String.join(", ", types);
                    events.add(SimpleConditionEvent.violated(name, line));
                  }
                });
              }
            });
  }

  ArchRule onlyTransportKnowsNetty() {
    return onlyIn(Module.TRANSPORT, "io.netty..");
  }

  ArchRule onlyClusterManagerKnowsHelix() {
    return onlyIn(Module.CLUSTER_MANAGER, "org.apache.helix..", "org.apache.zookeeper..");
  }

  ArchRule onlyCatalogKnowsSql() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(Module.CATALOG.basePackage(root) + ".sql..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..",
            "javax.sql..",
            "com.zaxxer..",
            "org.flywaydb..",
            "org.sqlite..",
            "org.postgresql..");
  }

  /** Each door reads its own requests. */
  ArchRule signaturesKnowNoHttp() {
    String frontend = Module.FRONTEND.basePackage(root);
    return noClasses()
        .that()
        .resideInAPackage(frontend + ".access.sigv4..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Module.TRANSPORT.basePackage(root) + "..",
            frontend + ".rest..",
            "io.netty..",
            "java.net.http..");
  }

  /**
   * All JSON documents are read and written with the same settings. Records may have annotations.
   */
  ArchRule onlyConfigKnowsTheJsonMapper() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(json())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind..");
  }

  private String json() {
    return Module.CONFIG.basePackage(root) + ".json..";
  }

  ArchRule configAndProtocolArePlainJava() {
    String config = Module.CONFIG.basePackage(root) + "..";
    String protocol = Module.PROTOCOL.basePackage(root) + "..";
    return classes()
        .that()
        .resideInAnyPackage(config, protocol)
        .and()
        .resideOutsideOfPackage(json())
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", config, protocol);
  }

  /** Waiting code parks its virtual thread. A future in a signature would be a callback. */
  ArchRule signaturesHaveNoFutures() {
    return methods()
        .that()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(Module.TRANSPORT.basePackage(root) + "..")
        .and()
        .doNotHaveModifier(JavaModifier.SYNTHETIC)
        .should(notName(describe("a future", Rules::isFuture)));
  }

  /** Only the named classes and packages, relative to the root, use the forbidden calls. */
  ArchRule exceptIn(Forbidden forbidden, String... exempt) {
    return classes()
        .that(
            describe("are not exempt", type -> Arrays.stream(exempt).noneMatch(e -> isIn(e, type))))
        .should(
            explain(
                "not use " + forbidden,
                (type, explanation) ->
                    type.getAccessesFromSelf().stream()
                        .filter(access -> isForbidden(forbidden, access))
                        .forEach(access -> explanation.add(access.getDescription()))));
  }

  private ArchRule onlyIn(Module module, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(module.basePackage(root) + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages);
  }

  private boolean mayImport(Module from, JavaClass target) {
    return Module.byPackage(root, target.getBaseComponentType()).map(from::mayImport).orElse(true);
  }

  private boolean isIn(String exempt, JavaClass type) {
    String name = root + "." + exempt;
    return type.getName().equals(name)
        || type.getName().startsWith(name + "$")
        || Module.within(name, type.getPackageName());
  }

  private static boolean isForbidden(Forbidden forbidden, JavaAccess<?> access) {
    return access.getTarget() instanceof CodeUnitAccessTarget target && forbidden.matches(target);
  }

  private static boolean isFuture(JavaClass type) {
    return type.isAssignableTo(Future.class) || type.isAssignableTo(CompletionStage.class);
  }

  private static ArchCondition<JavaMethod> notName(DescribedPredicate<JavaClass> unwanted) {
    return explain(
        "not name " + unwanted.getDescription() + " in its signature",
        (method, explanation) ->
            Stream.concat(
                    method.getReturnType().getAllInvolvedRawTypes().stream(),
                    method.getParameterTypes().stream()
                        .flatMap(parameter -> parameter.getAllInvolvedRawTypes().stream()))
                .filter(unwanted)
                .forEach(
                    type -> explanation.add(method.getFullName() + " names " + type.getName())));
  }

  /** A condition that fails with each line that the check adds. */
  private static <T> ArchCondition<T> explain(
      String description, BiConsumer<T, Collection<String>> check) {
    return new ArchCondition<>(description) {
      @Override
      public void check(T item, ConditionEvents events) {
        List<String> explanation = new ArrayList<>();
        check.accept(item, explanation);
        explanation.forEach(line -> events.add(SimpleConditionEvent.violated(item, line)));
      }
    };
  }
}
