package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;

/** The rules that hold for each request with a name. */
public final class NameRules {
  private NameRules() {}

  /**
   * Checks the container and the arguments that repeat it.
   *
   * @throws Refusal 400 if the container has no names, 412 if the arguments contradict the path
   */
  public static void check(Owner owner, Arguments arguments) {
    Owners.requireSame(owner, arguments);
    if (owner.container().rules().nameMode() == NameMode.DISABLED) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "Container '"
              + owner
              + "' has no names: its namedBlobMode is DISABLED, must be OPTIONAL or NO_UPDATE");
    }
  }
}
