// "classes" of the JSON of a graph: what its objects and arrays are of.
#pragma once

#include "dotwire/graph.h"
#include "formats/graph_json/form_writer.h"
#include "formats/graph_json/survey.h"
#include "wire/json/writer.h"

namespace dotwire::graph_json {

// Borrows all that it is given.
class ClassWriter {
 public:
  ClassWriter(json::Writer& out, const GraphSurvey& survey, const LibraryKeys& libraries)
      : out_(out), survey_(survey), libraries_(libraries) {}

  // What is behind the class's name in "classes".
  void put_class(const ClassEntry& entry) const;
  // Of a member or of an array's elements.
  void put_type(const model::RecordedType& type) const;

 private:
  // The members' own names, where the text has others.
  void put_names(const ClassEntry& entry) const;

  json::Writer& out_;
  const GraphSurvey& survey_;
  const LibraryKeys& libraries_;
};

}  // namespace dotwire::graph_json
