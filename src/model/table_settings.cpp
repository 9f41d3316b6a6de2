#include "model/table_settings.h"

namespace dotwire::model {

void copy_settings(const Column& from, Column& to) {
  to.name = from.name;
  to.type_name = from.type_name;
  to.assembly = from.assembly;
  to.caption = from.caption;
  to.caption_set = from.caption_set;
  to.namespace_uri = from.namespace_uri;
  to.namespace_set = from.namespace_set;
  to.prefix = from.prefix;
  to.mapping = from.mapping;
  to.date_time_mode = from.date_time_mode;
  to.allow_db_null = from.allow_db_null;
  to.read_only = from.read_only;
  to.unique = from.unique;
  to.auto_increment = from.auto_increment;
  to.auto_increment_seed = from.auto_increment_seed;
  to.auto_increment_step = from.auto_increment_step;
  to.auto_increment_current = from.auto_increment_current;
  to.max_length = from.max_length;
  to.expression = from.expression;
  to.xml_data_type = from.xml_data_type;
  to.simple_type_name = from.simple_type_name;
  to.simple_types = from.simple_types;
  to.default_value = from.default_value;
  to.extended_properties = from.extended_properties;
}

void copy_settings(const Table& from, Table& to) {
  to.name = from.name;
  to.namespace_uri = from.namespace_uri;
  to.namespace_set = from.namespace_set;
  to.prefix = from.prefix;
  to.case_sensitive = from.case_sensitive;
  to.case_sensitive_set = from.case_sensitive_set;
  to.recorded_case_sensitive = from.recorded_case_sensitive;
  to.locale = from.locale;
  to.locale_set = from.locale_set;
  to.locale_id = from.locale_id;
  to.minimum_capacity = from.minimum_capacity;
  to.display_expression = from.display_expression;
  to.type_name = from.type_name;
  to.class_name = from.class_name;
  to.class_assembly = from.class_assembly;
  to.nested_in_data_set = from.nested_in_data_set;
  to.repeatable_element = from.repeatable_element;
  to.min_occurs = from.min_occurs;
  to.max_occurs = from.max_occurs;
  to.extended_properties = from.extended_properties;
  to.unique_constraints = from.unique_constraints;
  to.foreign_keys = from.foreign_keys;
  to.constraint_order = from.constraint_order;
}

void copy_settings(const TableSet& from, TableSet& to) {
  to.name = from.name;
  to.namespace_uri = from.namespace_uri;
  to.prefix = from.prefix;
  to.case_sensitive = from.case_sensitive;
  to.locale = from.locale;
  to.locale_set = from.locale_set;
  to.locale_id = from.locale_id;
  to.enforce_constraints = from.enforce_constraints;
  to.exclude_schema = from.exclude_schema;
  to.type_name = from.type_name;
  to.assembly = from.assembly;
  to.extended_properties = from.extended_properties;
  to.relations = from.relations;
}

}  // namespace dotwire::model
