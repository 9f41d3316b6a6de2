// Which type codes stand for which kinds of values.
#pragma once

#include "dotwire/graph.h"
#include "wire/fast_serializer/codes.h"

namespace dotwire::fast_serializer {

// Of a Value's simple code; None for DateTimes, strings and all that is not simple.
model::ValueKind kind_of(Code code);
// The code under which values of a column come. Null: any value may come.
Code code_of(model::ValueKind kind);

}  // namespace dotwire::fast_serializer
