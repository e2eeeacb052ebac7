package io.aumbry.deploy.admin;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.function.DoubleSupplier;
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
    DoubleSupplier value = page.series().get(name);
    if (value == null) {
      throw new AttributeNotFoundException("no metric " + name);
    }
    return value.getAsDouble();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    Map<String, DoubleSupplier> series = page.series();
    series.keySet().retainAll(Arrays.asList(names));
    AttributeList found = new AttributeList();
    series.forEach((name, value) -> found.add(new Attribute(name, value.getAsDouble())));
    return found;
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] attributes =
        page.series().keySet().stream()
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
}
