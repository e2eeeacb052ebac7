package io.aumbry.tests.simulation.instrument;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Optional;
import java.util.Set;

/** Writes the code of one method with the probes and yield points of its plan. */
final class CodeWeaver implements CodeTransform {
  private static final ClassDesc PROBES = ClassDesc.of(Probes.class.getName());
  private static final ClassDesc YIELDS = ClassDesc.of(YieldPoints.class.getName());
  private static final ClassDesc MAP = ClassDesc.of("java.util.Map");
  private static final MethodTypeDesc OF_INT = MethodTypeDesc.of(CD_void, CD_int);
  private static final MethodTypeDesc OF_NOTHING = MethodTypeDesc.of(CD_void);

  /** Methods of maps that may run their function under a monitor. */
  private static final Set<String> UNDER_MONITOR =
      Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

  private static final Set<String> MAPS =
      Set.of(
          "java/util/Map",
          "java/util/concurrent/ConcurrentMap",
          "java/util/concurrent/ConcurrentHashMap");

  private final CodePlan plan;
  private int at;

  private Optional<Label> begin = Optional.empty();

  CodeWeaver(CodePlan plan) {
    this.plan = plan;
  }

  @Override
  public void accept(CodeBuilder code, CodeElement element) {
    int here = at++;
    if (here == 0 && plan.isSynchronized()) {
      call(code, "locked");
      begin = Optional.of(code.newBoundLabel());
    }
    if (here == 0) {
      hit(code, plan.before(here));
    }
    if (plan.site(here) != 0) {
      code.loadConstant(plan.site(here)).invokestatic(YIELDS, "access", OF_INT);
    }
    write(code, element, here);
    if (here > 0) {
      hit(code, plan.before(here));
    }
  }

  private void write(CodeBuilder code, CodeElement element, int here) {
    switch (element) {
      case BranchInstruction branch when plan.jumps(here) >= 0 -> branch(code, branch, here);
      case MonitorInstruction monitor -> {
        code.with(monitor);
        call(code, monitor.opcode() == Opcode.MONITORENTER ? "locked" : "unlocked");
      }
      case ReturnInstruction end when plan.isSynchronized() -> {
        call(code, "unlocked");
        code.with(end);
      }
      case InvokeInstruction invoke when isUnderMonitor(invoke) ->
          code.invokestatic(
              YIELDS,
              invoke.name().stringValue(),
              invoke.typeSymbol().insertParameterTypes(0, MAP));
      default -> code.with(element);
    }
  }

  private static boolean isUnderMonitor(InvokeInstruction call) {
    return UNDER_MONITOR.contains(call.name().stringValue())
        && MAPS.contains(call.owner().asInternalName());
  }

  /** Redirects a jump to a probe of its own, which then jumps to the target. */
  private void branch(CodeBuilder code, BranchInstruction branch, int here) {
    Label jumps = code.newLabel();
    Label falls = code.newLabel();
    code.branch(branch.opcode(), jumps);
    hit(code, plan.falls(here));
    code.goto_(falls).labelBinding(jumps);
    hit(code, plan.jumps(here));
    code.goto_(branch.target()).labelBinding(falls);
  }

  /** Reports that a synchronized method that throws has released its monitor. */
  @Override
  public void atEnd(CodeBuilder code) {
    if (at != plan.size()) {
      throw new IllegalStateException("planned " + plan.size() + " elements, got " + at);
    }
    if (begin.isPresent()) {
      Label end = code.newBoundLabel();
      Label handler = code.newBoundLabel();
      code.exceptionCatchAll(begin.get(), end, handler);
      call(code, "unlocked");
      code.athrow();
    }
  }

  private static void hit(CodeBuilder code, int probe) {
    if (probe >= 0) {
      code.loadConstant(probe).invokestatic(PROBES, "hit", OF_INT);
    }
  }

  private static void call(CodeBuilder code, String method) {
    code.invokestatic(YIELDS, method, OF_NOTHING);
  }
}
