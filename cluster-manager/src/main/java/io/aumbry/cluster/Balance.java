package io.aumbry.cluster;

import java.util.Map;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.ClusterConfig.GlobalRebalancePreferenceKey;

/** How WAGED weighs that replicas stay where they are against an even spread. */
enum Balance {
  /**
   * A replica moves only when it cannot stay. WAGED places all anew whenever a controller starts or
   * a node comes back with another port; with this, what comes out is what there was.
   */
  KEEP(1, 1000),
  /** For as long as a node has nothing: replicas move to it. */
  SPREAD(3, 1);

  private final int evenness;
  private final int lessMovement;

  Balance(int evenness, int lessMovement) {
    this.evenness = evenness;
    this.lessMovement = lessMovement;
  }

  Map<GlobalRebalancePreferenceKey, Integer> preference() {
    return Map.of(
        GlobalRebalancePreferenceKey.EVENNESS, evenness,
        GlobalRebalancePreferenceKey.LESS_MOVEMENT, lessMovement);
  }

  boolean isIn(ClusterConfig settings) {
    return settings.getGlobalRebalancePreference().equals(preference());
  }
}
