package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.ScriptedFrontend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TokenCommandTest {
  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend =
        new ScriptedFrontend()
            .answer("POST /tokens", 201, "{\"token\":\"aumbry_T.S\",\"expiresTime\":1}");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aTokenIsWrittenToStandardOutput() {
    CommandRun run = frontend.run("token");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().strip()).isEqualTo("aumbry_T.S");
    assertThat(frontend.last().key()).isEqualTo(ScriptedFrontend.KEY);
    assertThat(frontend.last().body()).isEqualTo("{\"lifetimeSeconds\":3600}");
  }

  @Test
  void lifetimeAndRoleAreSent() {
    assertThat(frontend.run("token", "--lifetime", "10m", "--role", "reader").code()).isZero();
    assertThat(frontend.last().body()).contains("\"lifetimeSeconds\":600", "\"role\":\"reader\"");
  }

  @Test
  void aLifetimeOutsideTheBoundsIsNotSent() {
    CommandRun run = frontend.run("token", "--lifetime", "13h");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("13h", "12h");
    assertThat(frontend.requests).isEmpty();
  }

  @Test
  void aRefusalIsReported() {
    frontend.answer("POST /tokens", 403, "");
    assertThat(frontend.run("token").code()).isEqualTo(ExitCode.REFUSED.code());
  }
}
