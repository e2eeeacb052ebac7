package io.aumbry.deploy.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SimulateCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--trace,--trace needs --seed",
    "--faults 3,--faults needs --seed",
    "--seed 4 --hours 2,--hours cannot be used with --seed",
    "--seed 4 --seeds 20,--seeds cannot be used with --seed",
    "--mutations 1,--mutations needs --seed",
    "--seed 4 --guided,--guided cannot be used with --seed",
    "--guided --threads 2,--threads cannot be used with --guided",
    "--minutes 3,--minutes needs --guided",
    "--guided --minutes 0,'--minutes is 0.0, must be more than 0'",
    "--seeds 0,'--seeds is 0, must be 1 or more'"
  })
  void whatWouldBeIgnoredIsRefused(String options, String error) {
    CommandRun run = CommandRun.of(("simulate " + options).split(" ", -1));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(error);
  }
}
