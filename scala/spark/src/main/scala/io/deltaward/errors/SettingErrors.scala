package io.deltaward.errors

import io.deltaward.names.Stray

/** The errors of settings, when they are set. */
object SettingErrors {

  def locked(key: String, value: String, why: String): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_SETTING_LOCKED",
      Map("key" -> key, "value" -> value, "why" -> why)
    )

  def unknown(stray: Stray): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_INVALID_SETTING.UNKNOWN_KEY",
      Map("key" -> stray.name, "hint" -> stray.hint)
    )

  def policy(key: String, value: String, problem: String): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_INVALID_SETTING.POLICY",
      Map("key" -> key, "value" -> value, "problem" -> problem)
    )

  /** A table property that is given to a write as an option. */
  def propertyAsOption(option: String, property: String): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_INVALID_SETTING.PROPERTY_AS_OPTION",
      Map("key" -> option, "property" -> property)
    )
}
