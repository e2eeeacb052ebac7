package io.aumbry.deploy.bench;

import io.aumbry.deploy.bench.load.Limit;
import io.aumbry.deploy.bench.load.LoadGenerator;
import io.aumbry.deploy.bench.load.Schedule;
import io.aumbry.deploy.bench.load.Workload;
import io.aumbry.deploy.bench.process.ProcFs;
import io.aumbry.deploy.bench.process.ProcessSample;
import io.aumbry.deploy.bench.process.ProcessWatch;
import io.aumbry.deploy.bench.process.WatchedProcess;
import java.util.List;

/** Warms a target up, then measures it and the processes behind it. */
final class Bench {
  private final LoadGenerator generator;
  private final ProcessWatch watch;
  private final ProcessWatch self;

  Bench(LoadGenerator generator, ProcFs proc, List<WatchedProcess> processes) {
    this.generator = generator;
    this.watch = new ProcessWatch(proc, processes);
    this.self =
        new ProcessWatch(
            proc,
            List.of(new WatchedProcess(ProcessHandle.current().pid(), "aumbry bench", false)));
  }

  Measurement measure(Workload workload, Schedule schedule, Limit warmUp, Limit limit) {
    generator.run(workload, schedule, warmUp);
    List<ProcessSample> selfBefore = self.sample();
    List<ProcessSample> before = watch.sample();
    LoadGenerator.Result result = generator.run(workload, schedule, limit);
    return new Measurement(result, watch.since(before), self.since(selfBefore).getFirst());
  }
}
