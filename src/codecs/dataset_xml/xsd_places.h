// Where parts of a schema may stand (XML Schema 1.0, 3): .NET's compiler refuses the others, and so do we, since what
// they say would be lost.
#pragma once

#include "codecs/dataset_xml/xsd.h"

namespace dotwire::dataset_xml {

bool may_stand_in(XsdTag parent, XsdTag child);
// An element has one type, a type one content model.
bool may_stand_once(XsdTag parent, XsdTag child);

}  // namespace dotwire::dataset_xml
