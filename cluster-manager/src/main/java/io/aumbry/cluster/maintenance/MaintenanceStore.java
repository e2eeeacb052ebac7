package io.aumbry.cluster.maintenance;

import java.util.function.UnaryOperator;

/** Where the workflow of a data centre is kept. A change is applied once, or compared again. */
public interface MaintenanceStore {
  MaintenanceTable read() throws InterruptedException;

  /** Changes the table, and returns it as it is then. The change may be computed several times. */
  MaintenanceTable change(UnaryOperator<MaintenanceTable> change) throws InterruptedException;
}
