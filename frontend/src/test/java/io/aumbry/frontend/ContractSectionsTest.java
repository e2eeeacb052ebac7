package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The tests of the REST contract carry the numbers of its sections as tags, so {@code
 * -Dgroups=section-4} runs the checks of section 4. Sections 14 (S3) and 15 (plug-ins of Ambry) are
 * not part of this API.
 */
final class ContractSectionsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16})
  void everySectionHasChecks(int section) {
    assertThat(tagged("section-" + section)).isNotEmpty();
  }

  private static List<Class<?>> tagged(String tag) {
    return ReflectionSupport.findAllClassesInPackage(
        "io.aumbry.frontend", candidate -> hasTag(candidate, tag), _ -> true);
  }

  private static boolean hasTag(Class<?> candidate, String tag) {
    return AnnotationSupport.findRepeatableAnnotations(candidate, Tag.class).stream()
        .anyMatch(present -> present.value().equals(tag));
  }
}
