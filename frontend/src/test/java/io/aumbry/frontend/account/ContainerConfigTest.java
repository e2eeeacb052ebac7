package io.aumbry.frontend.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.Settings;
import io.aumbry.frontend.account.ContainerConfig.Container;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerConfigTest {
  @Test
  void aContainerThatIsNotNamedHasTheDefaults() {
    ContainerConfig config = with("frontend.durability", "remote");
    assertThat(config.storage(Container.PUBLIC).partitionClass()).isEqualTo(PartitionClass.DEFAULT);
    assertThat(config.storage(Container.PUBLIC).durability()).isEqualTo(DurabilityLevel.REMOTE);
  }

  @Test
  void aContainerMayBeMoreDurableThanOthers() {
    ContainerConfig config = with("frontend.container-durability", "private:majority");
    assertThat(config.storage(Container.PRIVATE).durability()).isEqualTo(DurabilityLevel.MAJORITY);
    assertThat(config.storage(Container.PUBLIC).durability()).isEqualTo(DurabilityLevel.LOCAL);
    assertThatThrownBy(() -> with("frontend.container-durability", "private:most"))
        .hasMessage("'most' must be one of local, majority, remote");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public|'public' is not public or private, a colon",
        "other:cold|'other:cold' is not",
        "public:c o|'c o' must be 1 to 63",
        "public:|'' must be 1 to 63",
        "public:a, public:b|names a container twice"
      })
  void aContainerHasOneClass(String text, String why) {
    ContainerConfig config = with("frontend.partition-classes", "public:a, private:b");
    assertThat(config.storage(Container.PUBLIC).partitionClass())
        .isEqualTo(new PartitionClass("a"));
    assertThat(config.storage(Container.PRIVATE).partitionClass())
        .isEqualTo(new PartitionClass("b"));
    assertThatThrownBy(() -> with("frontend.partition-classes", text)).hasMessageContaining(why);
  }

  private static ContainerConfig with(String key, String text) {
    return Settings.read(ContainerConfig.class, Map.of(key, text));
  }
}
