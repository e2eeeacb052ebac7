package io.aumbry.tests.simulation.instrument;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds probes and yield points to classes, one after the other. */
final class ClassWeaver {
  private static final String OBJECT_METHODS = "Ljava/lang/runtime/ObjectMethods;";

  private final ClassFile format;
  private final SharedFields shared;
  private final List<Probe> probes = new ArrayList<>();

  /**
   * @param loader finds the classes that the instrumented ones name
   */
  ClassWeaver(SharedFields shared, ClassLoader loader) {
    this.shared = shared;
    this.format =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  List<Probe> probes() {
    return probes;
  }

  byte[] weave(ClassModel type) {
    return format.transformClass(
        type,
        (builder, element) -> {
          Optional<CodeModel> code =
              element instanceof MethodModel method ? woven(method) : Optional.empty();
          if (code.isPresent() && element instanceof MethodModel method) {
            CodePlan plan = CodePlan.of(type, method, code.get(), shared, probes);
            builder.transformMethod(
                method,
                MethodTransform.transformingCode(
                    CodeTransform.ofStateful(() -> new CodeWeaver(plan))));
          } else {
            builder.with(element);
          }
        });
  }

  private static Optional<CodeModel> woven(MethodModel method) {
    boolean isBridge = (method.flags().flagsMask() & ClassFile.ACC_BRIDGE) != 0;
    return isBridge || method.methodName().equalsString("<clinit>")
        ? Optional.empty()
        : method.code().filter(code -> code.elementStream().noneMatch(ClassWeaver::isOfRecord));
  }

  private static boolean isOfRecord(Object element) {
    return element instanceof InvokeDynamicInstruction call
        && call.bootstrapMethod().owner().descriptorString().equals(OBJECT_METHODS);
  }
}
