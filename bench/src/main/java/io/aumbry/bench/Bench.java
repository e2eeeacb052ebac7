package io.aumbry.bench;

import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.load.Workload;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.process.ProcessSample;
import io.aumbry.bench.process.ProcessWatch;
import io.aumbry.bench.process.WatchedProcess;
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
