#include "clr/type_name.h"

#include <gtest/gtest.h>

#include "clr/version.h"

namespace dotwire {
namespace {

constexpr const char* kMscorlib = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

std::string with_core(std::string_view pattern) {
  std::string out;
  for (const char c : pattern) {
    if (c == '@')
      out += kMscorlib;
    else
      out += c;
  }
  return out;
}

TEST(TypeName, WritesWhatItRead) {
  for (const char* pattern :
       {"A", "System.Int32", "N.Outer+Inner", "A[]", "A[,]", "A[*]", "A[][,,]", "A*", "A*&", "A, @", "A[], @",
        "System.Collections.Generic.List`1[[System.String, @]]", "Outer`1+Inner[[System.String, @]][], lib",
        "D`2[[System.String, @],[System.Collections.Generic.List`1[[System.Int32[], @]], @]][,]", "L`1[System.String]",
        "L`2[A,B[]]", "L`2[[A, x],B]", "A\\,B\\[\\]\\+C", "A`1[[B\\, x, \"a, b]\"]]"}) {
    const std::string text = with_core(pattern);
    Result<TypeName> type = parse_type_name(text);
    ASSERT_TRUE(type.ok()) << text;
    EXPECT_EQ(to_text(*type, TypeNameForm::AssemblyQualified), text);
  }
}

TEST(TypeName, KeepsItsPartsApart) {
  Result<TypeName> type = parse_type_name(with_core("D`2[[A, @],[B[], @]][,], lib"));
  ASSERT_TRUE(type.ok());
  EXPECT_EQ(type->root().name, "D`2");
  EXPECT_EQ(type->root().assembly, "lib");
  ASSERT_EQ(type->root().arguments.size(), 2U);
  EXPECT_EQ(type->nodes[type->root().arguments[1]].name, "B");
  EXPECT_EQ(type->nodes[type->root().arguments[1]].assembly, kMscorlib);
  EXPECT_EQ(type->root().suffixes[0].rank, 2U);
  EXPECT_TRUE(type->is_array());
  EXPECT_EQ(to_text(*type, TypeNameForm::FullName), with_core("D`2[[A, @],[B[], @]][,]"));
}

// .NET: typeof(Dictionary<string, List<int[]>>[,]).ToString() and the like.
TEST(TypeName, ToStringHasNoAssemblies) {
  EXPECT_EQ(
      to_type_string(with_core("System.Collections.Generic.Dictionary`2[[System.String, @],[System.Collections.Generic."
                               "List`1[[System.Int32[], @]], @]][,]")),
      "System.Collections.Generic.Dictionary`2[System.String,System.Collections.Generic.List`1[System.Int32[]]][,]");
  EXPECT_EQ(to_type_string(with_core("D`2+KeyCollection[[System.String, @],[System.Int32, @]]")),
            "D`2+KeyCollection[System.String,System.Int32]");
  EXPECT_EQ(to_type_string("System.Int32"), "System.Int32");
  EXPECT_EQ(to_type_string("A`1[[B"), "A`1[[B");  // a name cut by old .resources stays as it is
}

TEST(TypeName, ComparesWithoutAssemblies) {
  const TypeName a = *parse_type_name("L`1[[A, x]], y");
  EXPECT_TRUE(equal_without_assemblies(a, *parse_type_name("L`1[[A, z]]")));
  EXPECT_TRUE(equal_without_assemblies(a, *parse_type_name("L`1[A]")));
  EXPECT_FALSE(equal_without_assemblies(a, *parse_type_name("L`1[[A[], x]]")));
  EXPECT_FALSE(equal_without_assemblies(a, *parse_type_name("L`2[[A, x],[A, x]]")));
}

TEST(TypeName, OldAndNewNamesAreOne) {
  const std::string_view old_list = "System.Collections.Generic.List`1[[System.Int32, mscorlib, Version=4.0.0.0]]";
  const std::string_view new_list =
      "System.Collections.Generic.List`1[[System.Int32, System.Private.CoreLib, Version=10.0.0.0]]";
  EXPECT_TRUE(same_type(old_list, new_list));
  EXPECT_TRUE(same_type("A`1[[System.Uri, System, Version=4.0.0.0]][]", "A`1[[System.Uri, System.Private.Uri]][]"));
  EXPECT_TRUE(same_type("A`1[[B, Lib, Version=1.0.0.0]]", "A`1[[B, Lib, Version=2.0.0.0]]"));
  EXPECT_FALSE(same_type("A`1[[B, Lib]]", "A`1[[B, Other]]"));
  EXPECT_FALSE(same_type("A`1[[B, Lib]]", "A`1[[B, mscorlib]]"));
  EXPECT_FALSE(same_type(old_list, "System.Collections.Generic.List`1[[System.Int64, mscorlib]]"));
  EXPECT_FALSE(same_type("A[", "A[]"));
  EXPECT_TRUE(same_type("A[", "A["));
}

TEST(TypeName, RefusesWhatIsCut) {
  const std::string whole = with_core("D`2[[A, @],[B`1[[C, x]][], @]][,], lib");
  int refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Result<TypeName> type = parse_type_name(std::string_view(whole).substr(0, size));
    if (!type.ok())
      ++refused;
    else
      EXPECT_EQ(to_text(*type, TypeNameForm::AssemblyQualified).size(), std::string_view(whole).substr(0, size).size());
  }
  EXPECT_GT(refused, 100);
}

TEST(TypeName, SaysWhereItIsWrong) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"", 0},      {"A[", 1},      {"A[,", 1},     {"A]", 1},
                                                         {"A[[B]", 5}, {"A[[B,]]", 5}, {"A,", 2},      {"A`1[[],x]", 5},
                                                         {"A\\", 0},   {"A[]x", 3},    {"A[[B]x]", 5}, {"A[B,]", 4}};
  for (const auto& [text, offset] : cases) {
    Result<TypeName> type = parse_type_name(text);
    ASSERT_FALSE(type.ok()) << text;
    EXPECT_EQ(type.error().code(), ErrorCode::Malformed) << text;
    EXPECT_EQ(type.error().offset(), offset) << text;
  }
}

TEST(TypeName, IsBoundedAndDoesNotRecurse) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "L`1[[";
  EXPECT_EQ(parse_type_name(deep).error().code(), ErrorCode::LimitExceeded);
  std::string arrays = "A";
  for (int i = 0; i < 100'000; ++i) arrays += "[]";
  EXPECT_EQ(parse_type_name(arrays).error().code(), ErrorCode::LimitExceeded);
  EXPECT_EQ(parse_type_name("A[" + std::string(32, ',') + "]").error().code(), ErrorCode::Malformed);

  Limits limits;
  limits.type_name_parts = 1'000'000;
  std::string nested = "A";
  std::string close;
  for (int i = 0; i < 50'000; ++i) close += "]";
  nested.clear();
  for (int i = 0; i < 50'000; ++i) nested += "L[";
  nested += "A" + close;
  Result<TypeName> type = parse_type_name(nested, limits);
  ASSERT_TRUE(type.ok());
  EXPECT_EQ(to_text(*type, TypeNameForm::ToString), nested);
}

TEST(AssemblyName, HasItsParts) {
  Result<AssemblyName> name = parse_assembly_name(kMscorlib);
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->name, "mscorlib");
  EXPECT_EQ(name->version, (Version{4, 0, 0, 0}));
  EXPECT_EQ(name->culture, "neutral");
  EXPECT_EQ(name->public_key_token, "b77a5c561934e089");
  EXPECT_EQ(parse_assembly_name("A")->version.major, -1);
  EXPECT_EQ(parse_assembly_name("\"A, B\", version=1.2")->name, "A, B");
  EXPECT_EQ(parse_assembly_name("A\\, B,Culture=de-DE")->name, "A, B");
  for (const char* text : {"", ", Version=1.0", "A, Version=1.x", "A, x", "A, Version=1"}) {
    EXPECT_FALSE(parse_assembly_name(text).ok()) << text;
  }
}

TEST(AssemblyName, KnowsTheCoreLibrary) {
  EXPECT_TRUE(is_core_library(kMscorlib));
  EXPECT_TRUE(is_core_library("System.Private.CoreLib, Version=10.0.0.0"));
  EXPECT_TRUE(is_core_library("netstandard"));
  EXPECT_TRUE(is_core_library("System.Runtime"));
  EXPECT_FALSE(is_core_library("System.Runtime.Extensions, Version=4.0.0.0"));
  EXPECT_FALSE(is_core_library(""));
}

TEST(Version, TextAndBack) {
  for (const char* text : {"1.2", "1.2.3", "1.2.3.4", "0.0", "2147483647.0"})
    EXPECT_EQ(to_text(*parse_version(text)), text);
  EXPECT_EQ(*parse_version(" 1 . +2 "), (Version{1, 2, -1, -1}));
  EXPECT_EQ(*parse_version("01.02"), (Version{1, 2, -1, -1}));
  for (const char* text : {"", "1", "1.", ".1", "1.2.3.4.5", "1.-2", "1.2147483648", "1.x"})
    EXPECT_FALSE(parse_version(text).ok()) << text;
}

}  // namespace
}  // namespace dotwire
