package io.aumbry.tests.simulation.instrument;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The probes and yield points of one method, by the index of an element in its code. A plan is made
 * once, because the class file API may write the code of a method twice.
 */
final class CodePlan {
  private static final int NONE = -1;
  private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
  private static final String THROWABLE = "java/lang/Throwable";

  /** Errors that only a bug in the product can raise. */
  private static final List<String> NEVER =
      List.of("java/lang/AssertionError", "java/lang/MatchException");

  /** The most instructions of a trivial method, which only returns a field. */
  private static final int TRIVIAL = 3;

  private final String type;
  private final String method;
  private final String descriptor;
  private final boolean isSynchronized;
  private final List<CodeElement> elements;
  private final SharedFields shared;
  private final List<Probe> probes;
  private final Map<Label, Probe.Kind> targets = new HashMap<>();
  private final Map<Label, Integer> linesOfLabels = new HashMap<>();

  /** Numbers of probes: before an element, of a branch not taken, and of a branch taken. */
  private final int[] before;

  private final int[] falls;
  private final int[] jumps;

  private final int[] sites;

  private CodePlan(
      ClassModel type,
      MethodModel method,
      CodeModel code,
      SharedFields shared,
      List<Probe> probes) {
    this.type = type.thisClass().asInternalName().replace('/', '.');
    this.method = method.methodName().stringValue();
    this.descriptor = method.methodType().stringValue();
    this.isSynchronized = (method.flags().flagsMask() & ClassFile.ACC_SYNCHRONIZED) != 0;
    this.elements = code.elementList();
    this.shared = shared;
    this.probes = probes;
    this.before = new int[elements.size()];
    this.falls = new int[elements.size()];
    this.jumps = new int[elements.size()];
    this.sites = new int[elements.size()];
  }

  static CodePlan of(
      ClassModel type,
      MethodModel method,
      CodeModel code,
      SharedFields shared,
      List<Probe> probes) {
    CodePlan plan = new CodePlan(type, method, code, shared, probes);
    plan.findTargets();
    plan.place();
    return plan;
  }

  boolean isSynchronized() {
    return isSynchronized;
  }

  int size() {
    return elements.size();
  }

  /** Returns the number of the probe after a label or at the beginning, or a negative number. */
  int before(int element) {
    return before[element];
  }

  int falls(int element) {
    return falls[element];
  }

  int jumps(int element) {
    return jumps[element];
  }

  int site(int element) {
    return sites[element];
  }

  private void findTargets() {
    int line = 0;
    for (int i = 0; i < elements.size(); i++) {
      switch (elements.get(i)) {
        case LineNumber number -> line = number.line();
        case LabelTarget target -> linesOfLabels.put(target.label(), lineFrom(i, line));
        case LookupSwitchInstruction choice -> addCases(choice.cases(), choice.defaultTarget());
        case TableSwitchInstruction choice -> addCases(choice.cases(), choice.defaultTarget());
        case ExceptionCatch handler -> addHandler(handler);
        default -> {}
      }
    }
  }

  private void addCases(List<SwitchCase> cases, Label otherwise) {
    cases.forEach(each -> targets.put(each.target(), Probe.Kind.CASE));
    targets.put(otherwise, Probe.Kind.CASE);
  }

  /**
   * Skips handlers of every throwable. The compiler generates most of them, for finally and
   * resources.
   */
  private void addHandler(ExceptionCatch handler) {
    handler
        .catchType()
        .filter(caught -> !caught.asInternalName().equals(THROWABLE))
        .ifPresent(_ -> targets.put(handler.handler(), Probe.Kind.CATCH));
  }

  private int lineFrom(int element, int line) {
    for (int i = element; i < elements.size(); i++) {
      if (elements.get(i) instanceof LineNumber number) {
        return number.line();
      }
      if (elements.get(i) instanceof Instruction) {
        return line;
      }
    }
    return line;
  }

  private void place() {
    boolean counts = !isTrivial();
    int line = lineFrom(0, 0);
    int ordinal = 0;
    for (int i = 0; i < elements.size(); i++) {
      CodeElement element = elements.get(i);
      before[i] = i == 0 && counts ? add(line, Probe.Kind.ENTRY, line) : NONE;
      falls[i] = NONE;
      jumps[i] = NONE;
      if (element instanceof LineNumber number) {
        line = number.line();
      } else if (element instanceof LabelTarget target && i > 0) {
        before[i] = target(target.label(), i);
      } else if (element instanceof BranchInstruction branch && isProbed(branch, i)) {
        falls[i] = isNever(i + 1) ? NONE : add(line, Probe.Kind.FALL, lineFrom(i + 1, line));
        jumps[i] = add(line, Probe.Kind.JUMP, linesOfLabels.getOrDefault(branch.target(), 0));
      } else if (isSite(element)) {
        sites[i] = siteOf(ordinal++);
      }
    }
  }

  /** The upper half identifies the top-level class, and the lower half the place in it. */
  private int siteOf(int ordinal) {
    String outer = type.replaceAll("\\$.*", "");
    int place = (type + "." + method + descriptor + "#" + ordinal).hashCode();
    return (outer.hashCode() * 31) << 16 | ((place ^ place >>> 16) & 0xFFFF) | 1;
  }

  private boolean isTrivial() {
    return elements.stream().filter(Instruction.class::isInstance).count() <= TRIVIAL
        && elements.stream().noneMatch(InvokeInstruction.class::isInstance)
        && elements.stream().noneMatch(BranchInstruction.class::isInstance);
  }

  private int target(Label label, int element) {
    Probe.Kind kind = targets.get(label);
    if (kind == null || isNever(element + 1)) {
      return NONE;
    }
    int line = linesOfLabels.getOrDefault(label, 0);
    return add(line, kind, line);
  }

  private boolean isProbed(BranchInstruction branch, int element) {
    return branch.opcode() != Opcode.GOTO
        && branch.opcode() != Opcode.GOTO_W
        && !(element > 0
            && elements.get(element - 1) instanceof FieldInstruction field
            && field.name().equalsString("$assertionsDisabled"));
  }

  private boolean isNever(int element) {
    for (int i = element; i < elements.size(); i++) {
      if (elements.get(i) instanceof NewObjectInstruction made) {
        return NEVER.contains(made.className().asInternalName());
      }
      if (elements.get(i) instanceof Instruction) {
        return false;
      }
    }
    return false;
  }

  private boolean isSite(CodeElement element) {
    boolean isConstructor = method.equals("<init>");
    return switch (element) {
      case FieldInstruction field ->
          shared.contains(field) && !(isConstructor && field.opcode() == Opcode.PUTFIELD);
      case InvokeInstruction call ->
          !call.name().equalsString("<init>")
              && (SharedFields.isShared(call.owner().asInternalName())
                  || call.owner().asInternalName().equals(VAR_HANDLE));
      default -> false;
    };
  }

  private int add(int line, Probe.Kind kind, int next) {
    probes.add(new Probe(type, method, line, kind, next));
    return probes.size() - 1;
  }
}
