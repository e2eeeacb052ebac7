package io.aumbry.bench.process;

import java.util.ArrayList;
import java.util.List;

/** Measures the resource use of a set of processes between two samples. */
public final class ProcessWatch {
  private final ProcFs proc;
  private final List<WatchedProcess> processes;

  public ProcessWatch(ProcFs proc, List<WatchedProcess> processes) {
    this.proc = proc;
    this.processes = List.copyOf(processes);
  }

  /** Samples all processes, in order. */
  public List<ProcessSample> sample() {
    return processes.stream().map(process -> proc.sample(process.pid())).toList();
  }

  /** Returns the resource use since the samples. */
  public List<ProcessCost> since(List<ProcessSample> before) {
    List<ProcessSample> after = sample();
    List<ProcessCost> costs = new ArrayList<>();
    for (int i = 0; i < processes.size(); i++) {
      costs.add(new ProcessCost(processes.get(i), before.get(i), after.get(i)));
    }
    return costs;
  }
}
