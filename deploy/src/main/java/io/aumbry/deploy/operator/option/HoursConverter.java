package io.aumbry.deploy.operator.option;

import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads hours of the day, such as 22:00-06:00,12:00-13:00. */
public final class HoursConverter implements ITypeConverter<MaintenanceHours> {
  @Override
  public MaintenanceHours convert(String text) {
    try {
      return MaintenanceHours.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
