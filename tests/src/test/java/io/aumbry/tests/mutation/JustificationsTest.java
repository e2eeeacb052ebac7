package io.aumbry.tests.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JustificationsTest {
  private static final Path TARGETS = Path.of("mutation-targets.txt");
  private static final Path JUSTIFIED = Path.of("mutation-justified.txt");

  @TempDir Path folder;

  @Test
  void theLineOfEveryJustificationStillExists() throws IOException {
    List<Target> targets = Target.read(TARGETS);
    for (Justification entry : Justification.read(JUSTIFIED)) {
      Mutant.Place place = entry.place();
      Target target =
          targets.stream()
              .flatMap(one -> one.selected(List.of(place.className())).stream())
              .findAny()
              .orElseThrow(() -> new AssertionError("no target has " + place.className()));
      Path sources = Path.of("..", target.module(), "src/main/java");
      assertThat(Files.readAllLines(Mutant.source(sources, place.className())))
          .as(place.toString())
          .anyMatch(line -> line.strip().equals(place.source()));
      assertThat(entry.reason()).as(place.toString()).hasSizeGreaterThan(20);
    }
  }

  @Test
  void everyTargetHasTests() throws IOException {
    assertThat(Target.read(TARGETS))
        .isNotEmpty()
        .allSatisfy(target -> assertThat(target.classes()).isNotEmpty())
        .allSatisfy(target -> assertThat(target.tests()).isNotEmpty());
  }

  @Test
  void aNameSelectsTheClassesThatContainIt() {
    Target target = new Target("store", List.of("a.b.*", "a.c.First", "a.c.Second"), List.of("T"));

    assertThat(target.selected(List.of()).orElseThrow()).isEqualTo(target);
    assertThat(target.selected(List.of("First")).orElseThrow().classes())
        .containsExactly("a.c.First");
    assertThat(target.selected(List.of("a.c")).orElseThrow().classes())
        .containsExactly("a.c.First", "a.c.Second");
    assertThat(target.selected(List.of("a.b.Third")).orElseThrow().classes())
        .containsExactly("a.b.Third");
    assertThat(target.selected(List.of("Fourth"))).isEmpty();
  }

  @Test
  void aMutantIsIdentifiedByItsContent() throws IOException {
    Path report =
        Files.writeString(
            folder.resolve("mutations.xml"),
            """
            <mutations><mutation status='SURVIVED'><mutatedClass>a.B$C</mutatedClass>
            <mutatedMethod>lambda$sum$3</mutatedMethod><lineNumber>2</lineNumber>
            <mutator>org.pitest.x.returns.NullReturnValsMutator</mutator>
            <description>null</description></mutation></mutations>
            """);
    Files.createDirectory(folder.resolve("a"));
    Files.writeString(folder.resolve("a/B.java"), "one\n  two\n");
    Path list =
        Files.writeString(
            folder.resolve("justified.txt"), "# text\n\na.B sum NullReturnVals\n  two\n  Because.");

    List<Mutant> mutants = Mutant.read(report, folder);
    assertThat(mutants).singleElement().matches(Mutant::survived);
    assertThat(Justification.read(list))
        .containsExactly(new Justification(mutants.getFirst().place(), 1, "Because."));
  }
}
