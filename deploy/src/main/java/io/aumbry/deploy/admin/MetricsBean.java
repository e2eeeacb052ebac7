package io.aumbry.deploy.admin;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanConstructorInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.ObjectName;

/**
 * The metrics of a process in JMX. Each time series is an attribute, for example {@code
 * aumbry_router_puts_total{durability="local"}}.
 */
final class MetricsBean implements DynamicMBean, AutoCloseable {
  private final MetricsPage page;
  private final ObjectName name;

  private MetricsBean(MetricsPage page, ObjectName name) {
    this.page = page;
    this.name = name;
  }

  /** Publishes the metrics of a process until the bean is closed. */
  static MetricsBean register(String process, MetricsPage page) {
    try {
      ObjectName name = new ObjectName("io.aumbry." + process, "type", "Metrics");
      MetricsBean bean = new MetricsBean(page, name);
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, name);
      return bean;
    } catch (JMException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (JMException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    Double value = values().get(name);
    if (value == null) {
      throw new AttributeNotFoundException("no metric " + name);
    }
    return value;
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    Map<String, Double> values = values();
    values.keySet().retainAll(Arrays.asList(names));
    AttributeList found = new AttributeList();
    values.forEach((name, value) -> found.add(new Attribute(name, value)));
    return found;
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] attributes =
        values().keySet().stream()
            .map(name -> new MBeanAttributeInfo(name, "double", name, true, false, false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(
        MetricsBean.class.getName(),
        "metrics",
        attributes,
        new MBeanConstructorInfo[0],
        new MBeanOperationInfo[0],
        new MBeanNotificationInfo[0]);
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException("metrics are read-only");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] arguments, String[] signature) {
    throw new UnsupportedOperationException("metrics are read-only");
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    page.render()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> {
          int space = line.lastIndexOf(' ');
          values.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
        });
    return values;
  }
}
