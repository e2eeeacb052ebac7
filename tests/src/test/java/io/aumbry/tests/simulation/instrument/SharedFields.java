package io.aumbry.tests.simulation.instrument;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The fields through which threads share state: volatile fields, fields with objects of {@code
 * java.util.concurrent}, and the other mutable fields of classes with such a field.
 *
 * <p>A field may be declared with a plain type, such as {@code Map}. It counts if the constructor
 * stores a new object of {@code java.util.concurrent} in it.
 */
final class SharedFields {
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String FUNCTIONS = "java/util/concurrent/TimeUnit";
  private static final String MUTEX = "io/aumbry/protocol/runtime/Mutex";

  private final Set<String> fields = new HashSet<>();

  boolean contains(FieldInstruction access) {
    return fields.contains(key(access.owner().asInternalName(), access.name().stringValue()));
  }

  /** Whether the methods of a type access state that threads share. */
  static boolean isShared(String internalName) {
    return internalName.startsWith(CONCURRENT) && !internalName.startsWith(FUNCTIONS);
  }

  void add(ClassModel type) {
    String owner = type.thisClass().asInternalName();
    Set<String> concurrent = new HashSet<>();
    type.methods().stream()
        .map(MethodModel::code)
        .flatMap(Optional::stream)
        .forEach(code -> addAssigned(code, owner, concurrent));
    boolean isGuarded = hasMonitor(type);
    for (FieldModel field : type.fields()) {
      String descriptor = field.fieldType().stringValue();
      boolean isVolatile = has(field, ClassFile.ACC_VOLATILE);
      if (isVolatile) {
        concurrent.add(key(owner, field.fieldName().stringValue()));
      }
      isGuarded |= isVolatile || isLock(descriptor);
    }
    fields.addAll(concurrent);
    if (isGuarded || !concurrent.isEmpty()) {
      addMutable(type, owner);
    }
  }

  private static boolean isLock(String descriptor) {
    return descriptor.startsWith("L")
        && (isShared(descriptor.substring(1)) || descriptor.startsWith("L" + MUTEX));
  }

  private static boolean hasMonitor(ClassModel type) {
    return type.methods().stream()
        .anyMatch(method -> (method.flags().flagsMask() & ClassFile.ACC_SYNCHRONIZED) != 0);
  }

  private void addMutable(ClassModel type, String owner) {
    type.fields().stream()
        .filter(field -> !has(field, ClassFile.ACC_FINAL))
        .forEach(field -> fields.add(key(owner, field.fieldName().stringValue())));
  }

  private static boolean has(FieldModel field, int flag) {
    return (field.flags().flagsMask() & flag) != 0;
  }

  /** Finds stores of a new object into a field that is declared with a wider type. */
  private static void addAssigned(CodeModel code, String owner, Set<String> to) {
    boolean isNew = false;
    for (CodeElement element : code) {
      if (element instanceof InvokeInstruction call) {
        isNew = makesShared(call);
      } else if (element instanceof FieldInstruction store && isNew) {
        if (store.owner().asInternalName().equals(owner)
            && !isShared(store.type().stringValue().substring(1))) {
          to.add(key(owner, store.name().stringValue()));
        }
        isNew = false;
      }
    }
  }

  private static boolean makesShared(InvokeInstruction call) {
    String name = call.name().stringValue();
    return isShared(call.owner().asInternalName())
        && (name.equals("<init>") || name.equals("newKeySet"));
  }

  private static String key(String owner, String name) {
    return owner + "." + name;
  }
}
