package io.aumbry.deploy.operator.option;

import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that chooses one data centre of a cluster. */
public final class DataCenterOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--in",
      paramLabel = "DC",
      defaultValue = "",
      description = "The data centre; required if there are several.")
  private String in = "";

  /** The chosen data centre, or the only one. */
  public DataCenter of(OperatorAccess access) {
    try {
      return find(access.dataCenters(), in);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  /**
   * The data centre with a name, or without a name the only one.
   *
   * @throws IllegalArgumentException names all data centres if none or several match
   */
  public static DataCenter find(List<DataCenter> all, String in) {
    List<DataCenter> named =
        all.stream().filter(each -> in.isEmpty() || each.name().equals(in)).toList();
    if (named.size() == 1) {
      return named.getFirst();
    }
    String names = NumberText.names(all.stream().map(DataCenter::name).toList());
    throw new IllegalArgumentException(
        in.isEmpty()
            ? "there are several data centres, choose one with --in: " + names
            : "no data centre " + in + "; there are " + names);
  }
}
