// Values and names as SQL spells them.
#pragma once

#include <string_view>

#include "dotwire/buffer.h"
#include "formats/sql/plan.h"

namespace dotwire::sql {

// "name" or [name].
void append_name(Buffer& out, std::string_view name, Database database);

// WTF-8 text in quotes. Lone surrogates become U+FFFD; so does U+0000 for PostgreSQL, which has no place for it.
void append_text(Buffer& out, std::string_view text, Database database);

// The cell, or NULL. Objects without text are NULL.
void append_cell(Buffer& out, const ColumnPlan& plan, std::size_t record, Database database);

// A default, spelled for the column; false where it has no spelling, and nothing was written.
bool append_default(Buffer& out, const ColumnPlan& plan, Database database);

}  // namespace dotwire::sql
