package io.aumbry.tests.layers.wrong.router;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** A separate JSON mapper, which is wrong, and an annotation, which is allowed. */
public abstract class RouterWithJson {
  public record Document(@JsonProperty("class") String partitionClass) {}

  public abstract JsonMapper mapper();
}
