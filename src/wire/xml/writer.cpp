#include "wire/xml/writer.h"

#include "wire/xml/escape.h"

namespace dotwire::xml {

namespace {
constexpr std::string_view kXmlNamespaceText = "http://www.w3.org/XML/1998/namespace";
}

Writer::Writer(Buffer& out, const WriterOptions& options)
    : out_(out), options_(options), anything_(options.depth != 0) {
  bind("xml", kXmlNamespaceText, true);
  bind({}, options.default_namespace, true);
}

void Writer::write_declaration(Standalone standalone, std::string_view encoding) {
  out_.append("<?xml version=\"1.0\"");
  if (!encoding.empty()) {
    out_.append(" encoding=\"");
    out_.append(encoding);
    out_.append("\"");
  }
  if (standalone != Standalone::Absent) {
    out_.append(standalone == Standalone::Yes ? " standalone=\"yes\"" : " standalone=\"no\"");
  }
  out_.append("?>");
  anything_ = true;
}

void Writer::start_element(std::string_view prefix, std::string_view local, std::string_view name_space) {
  const bool mixed = !open_.empty() && open_.back().mixed;
  begin_content();
  if (options_.indent && !mixed && anything_) indent(open_.size());
  anything_ = true;
  const auto name = static_cast<std::uint32_t>(name_stack_.size());
  if (!prefix.empty()) name_stack_.append(prefix).push_back(':');
  name_stack_.append(local);
  const auto name_size = static_cast<std::uint32_t>(name_stack_.size()) - name;
  open_.push_back({name, name_size, static_cast<std::uint32_t>(scope_.size()), 0, mixed, false});
  out_.push_back('<');
  put_qualified(prefix, local);
  in_start_tag_ = true;
  if (resolve(prefix) != name_space) bind(prefix, name_space, false);
}

void Writer::attribute(std::string_view prefix, std::string_view local, std::string_view name_space,
                       std::string_view value) {
  put_attribute_name(prefix, local, name_space);
  put_value(value, options_.unfit);
}

void Writer::name_attribute(std::string_view prefix, std::string_view local, std::string_view name_space,
                            std::string_view value) {
  put_attribute_name(prefix, local, name_space);
  put_value(value, for_names(options_.unfit));
}

void Writer::put_attribute_name(std::string_view prefix, std::string_view local, std::string_view name_space) {
  std::string made;
  if (!name_space.empty()) {
    const bool bound = !prefix.empty() && resolve(prefix) == name_space;
    if (!bound && prefix.empty()) {
      made = prefix_for(name_space);
      if (made.empty()) {
        made = make_prefix();
        bind(made, name_space, false);
      }
      prefix = made;
    } else if (!bound) {
      bind(prefix, name_space, false);
    }
  } else {
    prefix = {};
  }
  out_.push_back(' ');
  put_qualified(prefix, local);
}

void Writer::declare(std::string_view prefix, std::string_view uri) {
  if (options_.dictionary) {
    if (resolve(prefix) != uri) bind(prefix, uri, false);
    return;
  }
  bind(prefix, uri, true);
  put_declaration(scope_.back());
}

void Writer::put_declaration(const Binding& binding) {
  out_.append(" xmlns");
  const std::string_view prefix = strings_[binding.prefix];
  if (!prefix.empty()) {
    out_.push_back(':');
    out_.append(prefix);
  }
  put_value(strings_[binding.uri], for_names(options_.unfit));
}

void Writer::text(std::string_view text) {
  if (text.empty()) return;
  mark_mixed();
  const bool sound = append_text(out_, text, options_.dictionary, options_.unfit);
  if (!sound) fail("text");
}

void Writer::raw(std::string_view markup) {
  mark_mixed();
  out_.append(markup);
}

void Writer::mark_mixed() {
  begin_content();
  if (!open_.empty()) open_.back().mixed = true;
  anything_ = true;
}

void Writer::end_element() {
  if (open_.empty()) return;
  const Open top = open_.back();
  if (in_start_tag_) {
    close_start_tag(options_.dictionary ? "/>" : " />");
  } else {
    if (options_.indent && !top.mixed && top.has_content) indent(open_.size() - 1);
    out_.append("</");
    out_.append(std::string_view(name_stack_).substr(top.name, top.name_size));
    out_.push_back('>');
  }
  while (scope_.size() > top.scope) {
    binding_by_prefix_[scope_.back().prefix] = scope_.back().before;
    scope_.pop_back();
  }
  name_stack_.resize(top.name);
  open_.pop_back();
}

void Writer::full_end_element() {
  if (in_start_tag_) close_start_tag(">");
  end_element();
}

void Writer::element(std::string_view local, std::string_view content) {
  start_element(local);
  if (!content.empty()) text(content);
  end_element();
}

Status Writer::finish() {
  while (!open_.empty()) end_element();
  return std::move(status_);
}

void Writer::begin_content() {
  if (in_start_tag_) close_start_tag(">");
  if (!open_.empty()) open_.back().has_content = true;
}

// The declarations that the names needed come last, the youngest first.
void Writer::close_start_tag(std::string_view end) {
  in_start_tag_ = false;
  for (std::size_t i = open_.back().scope; options_.dictionary && i < scope_.size(); ++i) {
    if (!scope_[i].written) put_declaration(scope_[i]);
    scope_[i].written = true;
  }
  for (std::size_t i = scope_.size(); i > open_.back().scope; --i) {
    if (!scope_[i - 1].written) put_declaration(scope_[i - 1]);
  }
  out_.append(end);
}

void Writer::indent(std::size_t depth) {
  out_.append(options_.newline);
  for (std::size_t i = 0; i < options_.depth + depth; ++i) out_.append(options_.indentation);
}

void Writer::put_qualified(std::string_view prefix, std::string_view local) {
  if (!prefix.empty()) {
    out_.append(prefix);
    out_.push_back(':');
  }
  out_.append(local);
}

void Writer::put_value(std::string_view value, Unfit unfit) {
  out_.append("=\"");
  const bool sound = append_value(out_, value, options_.dictionary, unfit);
  if (!sound) fail("an attribute's value");
  out_.push_back('"');
}

// A prefix that the element declared before, unwritten, under the same URI becomes written.
void Writer::bind(std::string_view prefix, std::string_view uri, bool written) {
  const std::uint32_t prefix_id = strings_.intern(prefix);
  const std::uint32_t uri_id = strings_.intern(uri);
  if (binding_by_prefix_.size() < strings_.size()) binding_by_prefix_.resize(strings_.size(), kNoBinding);
  const std::uint32_t before = binding_by_prefix_[prefix_id];
  if (written && before != kNoBinding && !open_.empty() && before >= open_.back().scope && !scope_[before].written) {
    scope_[before].written = true;
  }
  binding_by_prefix_[prefix_id] = static_cast<std::uint32_t>(scope_.size());
  scope_.push_back({prefix_id, uri_id, before, written});
}

const Writer::Binding* Writer::binding_of(std::string_view prefix) const {
  const std::uint32_t id = strings_.find(prefix);
  if (id == StringTable::kNone || id >= binding_by_prefix_.size()) return nullptr;
  const std::uint32_t at = binding_by_prefix_[id];
  return at == kNoBinding ? nullptr : &scope_[at];
}

std::string_view Writer::resolve(std::string_view prefix) const {
  const Binding* binding = binding_of(prefix);
  return binding == nullptr ? std::string_view() : strings_[binding->uri];
}

// The youngest prefix that still stands for the namespace; the empty one is of no use to an attribute.
std::string_view Writer::prefix_for(std::string_view name_space) const {
  const std::uint32_t uri = strings_.find(name_space);
  for (std::size_t i = scope_.size(); uri != StringTable::kNone && i > 0; --i) {
    const Binding& binding = scope_[i - 1];
    if (binding.uri == uri && binding.prefix != strings_.find({}) && binding_by_prefix_[binding.prefix] == i - 1) {
      return strings_[binding.prefix];
    }
  }
  return {};
}

std::string Writer::make_prefix() {
  Open& top = open_.back();
  return "d" + std::to_string(open_.size()) + "p" + std::to_string(++top.prefixes);
}

void Writer::fail(std::string_view what) {
  if (!status_.ok()) return;
  status_ =
      Error(ErrorCode::NotRepresentable, std::string(what) + " holds a lone surrogate, which XML has no form for");
}

}  // namespace dotwire::xml
