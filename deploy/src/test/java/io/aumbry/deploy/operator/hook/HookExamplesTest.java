package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The hooks that come with the product. Scripts stand in for {@code ssh} and {@code kubectl}. They
 * write down how they were called, and take their answers from files.
 */
final class HookExamplesTest {
  private static final Path HOOKS = Path.of("src", "main", "aumbry", "hooks").toAbsolutePath();

  @TempDir private Path folder;
  private String host = "node1";

  private record Ended(int code, String output) {}

  private void command(String name, String body) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\nhere=" + folder + "\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ended run(String hook, Map<String, String> parameters)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(HOOKS.resolve(hook).toString()).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("PATH", folder + ":" + environment.get("PATH"));
    environment.put("MAINTENANCE_HOST", host);
    parameters.forEach((name, value) -> environment.put("PARAMETER_" + name, value));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }

  private void ssh(String installed) throws IOException {
    command(
        "ssh",
        """
        echo "$*" >>"$here/calls"
        case "$*" in *dpkg-query*) echo '%s' ;; esac\
        """
            .formatted(installed));
  }

  @Test
  void aptInstallsTheVersionAndRestartsTheService() throws Exception {
    ssh("2.1-1");
    assertThat(run("upgrade-apt", Map.of("VERSION", "2.1-1")))
        .isEqualTo(new Ended(0, "node1 runs aumbry 2.1-1\n"));
    String ssh = "-o BatchMode=yes -o ConnectTimeout=20 -- node1 ";
    String sudo = ssh + "sudo env DEBIAN_FRONTEND=noninteractive ";
    String apt =
        sudo + "apt-get -q -y -o DPkg::Lock::Timeout=120" + " -o Dpkg::Options::=--force-confold ";
    assertThat(calls())
        .containsExactly(
            sudo + "dpkg --configure -a",
            apt + "update",
            apt + "install --allow-downgrades aumbry=2.1-1",
            ssh + "sudo systemctl restart aumbry",
            ssh + "dpkg-query -W -f '${Version}' aumbry");
  }

  @Test
  void aptFailsIfTheHostHasAnotherVersionAfterwards() throws Exception {
    ssh("2.0-1");
    assertThat(run("upgrade-apt", Map.of("VERSION", "2.1-1")))
        .isEqualTo(new Ended(1, "node1 has aumbry 2.0-1, not 2.1-1\n"));
  }

  @Test
  void aptIsTriedAgainIfTheHostCannotBeReached() throws Exception {
    command("ssh", "exit 255");
    assertThat(run("upgrade-apt", Map.of("VERSION", "2.1-1")).code()).isEqualTo(75);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.1-1; reboot", "$(reboot)", "-oDPkg::Pre-Invoke::=x", "", "1\n2"})
  void aptRefusesAVersionThatAShellOrAptWouldExecute(String version) throws Exception {
    ssh(version);
    assertThat(run("upgrade-apt", Map.of("VERSION", version)).code()).isEqualTo(1);
    assertThat(folder.resolve("calls")).doesNotExist();
  }

  /** A StatefulSet with one pod. The revision of the pod changes when it is deleted. */
  private void kubectl(String strategy, String before, String after) throws IOException {
    host = "aumbry-1";
    Files.writeString(folder.resolve("revision"), before);
    Files.writeString(folder.resolve("generation"), "7");
    command(
        "kubectl",
        """
        echo "$*" >>"$here/calls"
        case "$*" in
          *updateStrategy*) echo '%s' ;;
          *.metadata.generation*) echo 7 ;;
          *observedGeneration*) cat "$here/generation" ;;
          *updateRevision*) echo new ;;
          *revision-hash*) cat "$here/revision" ;;
          *" delete "*) echo '%s' >"$here/revision" ;;
        esac\
        """
            .formatted(strategy, after));
  }

  @Test
  void kubernetesReplacesAPodOfAnOldRevision() throws Exception {
    kubectl("OnDelete", "old", "new");
    Ended ended = run("upgrade-kubernetes", Map.of("STATEFULSET", "aumbry", "NAMESPACE", "blobs"));
    assertThat(ended)
        .isEqualTo(new Ended(0, "replacing aumbry-1, revision old\naumbry-1 has revision new\n"));
    assertThat(calls())
        .contains(
            "--namespace blobs delete pod/aumbry-1 --wait=true",
            "--namespace blobs wait pod/aumbry-1 --for=condition=Ready --timeout=5m");
  }

  @Test
  void kubernetesLeavesAPodOfTheNewRevision() throws Exception {
    kubectl("OnDelete", "new", "new");
    assertThat(run("upgrade-kubernetes", Map.of("STATEFULSET", "aumbry")))
        .isEqualTo(new Ended(0, "aumbry-1 has revision new\n"));
    assertThat(calls()).noneMatch(call -> call.contains("delete"));
  }

  @Test
  void kubernetesIsTriedAgainIfThePodStaysOld() throws Exception {
    kubectl("OnDelete", "old", "old");
    assertThat(run("upgrade-kubernetes", Map.of("STATEFULSET", "aumbry")).code()).isEqualTo(75);
  }

  @Test
  void kubernetesRefusesAStatefulSetThatReplacesPodsItself() throws Exception {
    kubectl("RollingUpdate", "old", "new");
    assertThat(run("upgrade-kubernetes", Map.of("STATEFULSET", "aumbry")))
        .isEqualTo(new Ended(1, "the update strategy of aumbry is RollingUpdate, not OnDelete\n"));
  }

  @Test
  void kubernetesIsTriedAgainIfItsServerDoesNotAnswer() throws Exception {
    host = "aumbry-1";
    command("kubectl", "exit 1");
    assertThat(run("upgrade-kubernetes", Map.of("STATEFULSET", "aumbry")).code()).isEqualTo(75);
  }

  @Test
  void kubernetesIsTriedAgainWhileAChangeHasNotTakenEffect() throws Exception {
    kubectl("OnDelete", "new", "new");
    Files.writeString(folder.resolve("generation"), "6");
    assertThat(run("upgrade-kubernetes", Map.of("STATEFULSET", "aumbry")).code()).isEqualTo(75);
  }

  @Test
  void kubernetesLeavesPodsOfOtherStatefulSets() throws Exception {
    kubectl("OnDelete", "old", "new");
    assertThat(run("upgrade-kubernetes", Map.of("STATEFULSET", "frontend")))
        .isEqualTo(new Ended(1, "aumbry-1 is not a pod of frontend\n"));
    assertThat(folder.resolve("calls")).doesNotExist();
  }

  @Test
  void aDevelopmentServerIsNotStoppedWithoutACommandToStartIt() throws Exception {
    Map<String, String> parameters = Map.of("DATA", folder.toString(), "AUMBRY", "/no/aumbry");
    assertThat(run("dev/restart-dev", parameters).output())
        .isEqualTo("no command /no/aumbry, or no file " + folder + "/conf/node1.conf\n");
    assertThat(run("dev/restart-dev", Map.of("DATA", folder.toString())).code()).isNotZero();
  }
}
