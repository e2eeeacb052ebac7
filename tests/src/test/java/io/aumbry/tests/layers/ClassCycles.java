package io.aumbry.tests.layers;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds groups of top-level classes that all depend on each other, directly or not (strongly
 * connected components, by Tarjan's algorithm). A reader must understand such a group as a whole.
 */
final class ClassCycles extends ArchCondition<JavaClass> {
  private final int most;
  private final Set<String> allowed;
  private final Map<String, Set<String>> uses = new TreeMap<>();

  private final Map<String, Integer> order = new HashMap<>();
  private final Map<String, Integer> oldest = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final Set<String> isOpen = new HashSet<>();
  private final List<Set<String>> groups = new ArrayList<>();

  /**
   * A condition for all classes together.
   *
   * @param allowed classes whose group may be larger
   */
  ClassCycles(int most, Set<String> allowed) {
    super("belong to no cycle of more than " + most + " classes");
    this.most = most;
    this.allowed = allowed;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    Set<String> targets = uses.computeIfAbsent(topLevel(type), _ -> new TreeSet<>());
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      targets.add(topLevel(dependency.getTargetClass().getBaseComponentType()));
    }
  }

  private static String topLevel(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  @Override
  public void finish(ConditionEvents events) {
    uses.keySet().stream().filter(type -> !order.containsKey(type)).forEach(this::visit);
    for (Set<String> group : groups) {
      if (group.size() > most && group.stream().noneMatch(allowed::contains)) {
        String line = group.size() + " classes form a cycle: " + String.join(", ", group);
        events.add(SimpleConditionEvent.violated(group, line));
      }
    }
  }

  private void visit(String type) {
    order.put(type, order.size());
    oldest.put(type, order.get(type));
    open.push(type);
    isOpen.add(type);
    for (String target : uses.getOrDefault(type, Set.of())) {
      if (!order.containsKey(target)) {
        visit(target);
        oldest.merge(type, oldest.get(target), Math::min);
      } else if (isOpen.contains(target)) {
        oldest.merge(type, order.get(target), Math::min);
      }
    }
    if (oldest.get(type).equals(order.get(type))) {
      close(type);
    }
  }

  /** Ends the group whose first class is {@code type}. */
  private void close(String type) {
    Set<String> group = new TreeSet<>();
    String member;
    do {
      member = open.pop();
      isOpen.remove(member);
      group.add(member);
    } while (!member.equals(type));
    groups.add(group);
  }
}
