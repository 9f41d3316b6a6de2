// Everything: identify, read, write, convert, verify and inspect .NET's serialization formats.
//
//   dotwire::Buffer input = ...;
//   auto document = dotwire::read_document(input.bytes());
//   if (!document.ok()) std::puts(document.error().to_string().c_str());
//
// Input is never trusted: every fallible call returns a Result, and Options::limits bound what one call may do. Nothing
// throws but std::bad_alloc. Functions may be called by several threads at once; objects belong to one thread each
// unless their header says otherwise.
#pragma once

#include "dotwire/bind.h"
#include "dotwire/buffer.h"
#include "dotwire/convert.h"
#include "dotwire/error.h"
#include "dotwire/event.h"
#include "dotwire/format.h"
#include "dotwire/graph.h"
#include "dotwire/identify.h"
#include "dotwire/inspect.h"
#include "dotwire/layers.h"
#include "dotwire/limits.h"
#include "dotwire/object.h"
#include "dotwire/result.h"
#include "dotwire/sink.h"
#include "dotwire/table.h"
#include "dotwire/type.h"
#include "dotwire/value_text.h"
#include "dotwire/values.h"
#include "dotwire/verify.h"
