#include "formats/graph_json/class_writer.h"

#include <string>

#include "formats/graph_json/type_text.h"

namespace dotwire::graph_json {

using model::BinaryType;
using model::RecordedType;

void ClassWriter::put_type(const RecordedType& type) const {
  const std::string text = type_text(type);
  if (same_type(from_type_text(text, survey_.libraries), type)) return out_.string(text);
  out_.begin_object();
  out_.name("class");
  out_.string(text);
  if (type.binary_type == BinaryType::Class) {
    out_.name("library");
    out_.string(libraries_[type.library_id]);
  }
  out_.end_object();
}

void ClassWriter::put_class(const ClassEntry& entry) const {
  const model::Type& type = *entry.type;
  out_.begin_object();
  if (entry.key != type.name) {
    out_.name("name");
    out_.string(type.name);
  }
  if (type.library_id != 0) {
    out_.name("library");
    out_.string(libraries_[type.library_id]);
  }
  if (entry.is_struct) {
    out_.name("struct");
    out_.boolean(true);
  }
  out_.name("members");
  out_.begin_object();
  bool renamed = false;
  for (std::size_t i = 0; i < type.members.size(); ++i) {
    out_.name(entry.keys[i]);
    put_type(type.members[i].recorded);
    renamed |= plain_name(entry.keys[i]) != type.members[i].name;
  }
  out_.end_object();
  if (renamed) put_names(entry);
  out_.end_object();
}

void ClassWriter::put_names(const ClassEntry& entry) const {
  out_.name("names");
  out_.begin_object();
  for (std::size_t i = 0; i < entry.keys.size(); ++i) {
    const std::string_view raw = entry.type->members[i].name;
    if (plain_name(entry.keys[i]) == raw) continue;
    out_.name(entry.keys[i]);
    out_.string(raw);
  }
  out_.end_object();
}

}  // namespace dotwire::graph_json
