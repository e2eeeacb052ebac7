package io.aumbry.bench.store;

import io.aumbry.bench.process.OwnProcess;
import java.nio.file.Path;

/** The resource use of this process and of the device until now. */
final class OwnCost {
  private final OwnProcess self;
  private final Device device;

  OwnCost(Device device) {
    this(new OwnProcess(), device);
  }

  OwnCost(Path self, Device device) {
    this(new OwnProcess(self), device);
  }

  private OwnCost(OwnProcess self, Device device) {
    this.self = self;
    this.device = device;
  }

  Cost sample() {
    return new Cost(self.cpuNanos(), self.compilerNanos(), device.traffic());
  }
}
