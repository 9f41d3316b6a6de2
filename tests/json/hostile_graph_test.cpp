// JSON that was not written by us, and what is said of it.
#include <string>

#include <gtest/gtest.h>

#include "base/byte_reader.h"
#include "dotwire/dotwire.h"

namespace dotwire::test {
namespace {

// "CODE LINE:COLUMN PATH: MESSAGE", or "fine".
std::string outcome(const std::string& text, const Limits& limits = {}) {
  Options options;
  options.limits = limits;
  const Result<Document> document = read_document(as_bytes(text), *find_format("json"), options);
  if (document.ok()) return "fine";
  const Error& error = document.error();
  return std::string(to_string(error.code())) + ' ' + std::to_string(error.line()) + ':' +
         std::to_string(error.column()) + ' ' + error.path() + ": " + error.message();
}

constexpr const char* kClasses =
    R"({"$graph":1,"classes":{"P":{"members":{"x":"Int32","o":"Object"}},"C":{"members":{"c":"Char","b":"Byte"}}},)";

std::string with_root(const std::string& root) { return kClasses + ("\"root\":" + root) + "}"; }

TEST(GraphJsonHostile, ReadsWhatIsRight) {
  EXPECT_EQ(outcome(with_root(R"({"$type":"P","o":null,"x":1})")), "fine");
  EXPECT_EQ(outcome(with_root(R"({"$id":7,"$type":"P","o":{"$ref":7},"x":"1"})")), "fine");
  EXPECT_EQ(outcome(with_root(R"({"$array":"Object","$items":[{"$ref":3},{"$nulls":5},{"$id":3,"$string":"s"}]})")),
            "fine");
}

TEST(GraphJsonHostile, NamesThePlaceOfEachMistake) {
  EXPECT_EQ(outcome(with_root("\n{\"$type\":\"P\",\"x\":1}")), "malformed 2:10 root: the member \"o\" is missing");
  EXPECT_EQ(outcome(with_root("\n{\"$type\":\"P\",\"x\":1,\"x\":2,\"o\":null}")),
            "malformed 2:20 root/x: the member \"x\" comes twice");
  EXPECT_EQ(outcome(with_root("\n{\"$type\":\"P\",\"y\":1}")),
            "malformed 2:14 root: the class \"P\" has no member \"y\"");
  EXPECT_EQ(outcome(with_root("\n{\"$type\":\"Q\",\"x\":1}")), "malformed 2:10 root: \"classes\" does not have \"Q\"");
  EXPECT_EQ(outcome(with_root("\n{\"$type\":\"P\",\"o\":{\"$ref\":9},\"x\":1}")),
            "malformed 2:26 : nothing has the $id 9");
  EXPECT_EQ(outcome(with_root("\n{\"$id\":1,\"$type\":\"P\",\"x\":1,\"o\":{\"$id\":1,\"$string\":\"\"}}")),
            "malformed 2:51 root/o: the $id 1 comes twice");
  EXPECT_EQ(
      outcome(with_root("5")),
      R"(malformed 1:115 root: expected null, a text or an object; a value alone is {"$type": ..., "$value": ...})");
  EXPECT_EQ(outcome(with_root("{\"$array\":\"Object\",\"$items\":[\"a\",\n{\"$type\":\"P\",\"x\":true,\"o\":null}]}")),
            "malformed 2:18 root/[1]/x: System.Int32: a value of another kind");
  EXPECT_EQ(outcome(with_root("{\"$array\":\"Object\",\"$items\":[\"a\",\n5]}")).substr(0, 24),
            "malformed 2:1 root/[1]: ");
  EXPECT_EQ(outcome(with_root("null")), "malformed 1:1 : the root is no object, array or text");
}

TEST(GraphJsonHostile, RefusesValuesOfAnotherKindThanDeclared) {
  const auto member = [](const std::string& type, const std::string& value) {
    return outcome("{\"$graph\":1,\"classes\":{\"P\":{\"members\":{\"m\":\"" + type +
                   "\"}}},\"root\":{\"$type\":\"P\",\n\"m\":" + value + "}}");
  };
  const std::string array = R"({"$array":"String","$items":["a"]})";
  for (const std::string type : {"String[]", "Object[]", "Int32[]"}) {
    EXPECT_EQ(member(type, "\"a\""), "type mismatch 2:5 root/m: an array is declared here") << type;
    EXPECT_EQ(member(type, R"({"$string":"a"})"), "type mismatch 2:6 root/m: an array is declared here") << type;
    EXPECT_EQ(member(type, R"({"$id":5,"$string":"a"})"), "type mismatch 2:14 root/m: an array is declared here")
        << type;
    EXPECT_EQ(member(type, "null"), "fine");
  }
  EXPECT_EQ(member("String[]", array), "fine");
  EXPECT_EQ(member("String", "\"a\""), "fine");
  EXPECT_EQ(member("String", array), "type mismatch 2:6 root/m: a String is declared here");
  EXPECT_EQ(member("String", R"({"$type":"System.Int32","$value":5})"),
            "type mismatch 2:14 root/m: a String is declared here");
  EXPECT_EQ(member("String", R"({"$ref":1},"$x":0)").substr(0, 9), "malformed");
  // Known only when the other end has come.
  EXPECT_EQ(outcome(R"({"$graph":1,"classes":{"P":{"members":{"m":"String","o":"Object"}}},"root":{"$type":"P",
"m":{"$ref":3},"o":{"$id":3,"$array":"String","$items":[]}}})"),
            "type mismatch 2:13 : a String is declared here");
}

TEST(GraphJsonHostile, RefusesValuesThatDoNotFit) {
  const auto member = [](const std::string& x) {
    return outcome(with_root("\n{\"$type\":\"P\",\"o\":null,\"x\":" + x + "}"));
  };
  EXPECT_EQ(member("2147483648"), "out of range 2:27 root/x: System.Int32: 2147483648 is out of range");
  EXPECT_EQ(member("1.5"), "malformed 2:27 root/x: System.Int32: not an integer");
  EXPECT_EQ(member("true"), "malformed 2:27 root/x: System.Int32: a value of another kind");
  EXPECT_EQ(member("1e999"), "malformed 2:27 root/x: System.Int32: not an integer");
  const auto boxed = [](const std::string& type, const std::string& value) {
    return outcome(
        with_root("{\"$array\":\"Object\",\"$items\":[{\"$type\":\"System." + type + "\",\"$value\":" + value + "}]}"));
  };
  EXPECT_EQ(boxed("Double", "1e308"), "fine");
  EXPECT_NE(boxed("Double", "1e309"), "fine");
  EXPECT_NE(boxed("Double", "9007199254740993").find("would be rounded to 9007199254740992"), std::string::npos);
  EXPECT_EQ(boxed("Double", "0.10000000000000001"), "fine");
  EXPECT_NE(boxed("Single", "16777217").find("would be rounded to 16777216"), std::string::npos);
  EXPECT_NE(boxed("Char", R"("\uD800")"), "fine");
  EXPECT_NE(boxed("Char", R"("ab")"), "fine");
  EXPECT_NE(boxed("Decimal", R"("1.00000000000000000000000000000001")"), "fine");
  EXPECT_NE(boxed("DateTime", R"("2010-02-30T00:00:00")"), "fine");
  EXPECT_NE(boxed("Uri", R"("x")"), "fine");
  EXPECT_NE(boxed("Int64", "9223372036854775808"), "fine");
  EXPECT_EQ(boxed("Int64", "9223372036854775807"), "fine");
}

TEST(GraphJsonHostile, TakesSurrogatesOfCharArraysInPairs) {
  const auto chars = [](const std::string& items) {
    return outcome(with_root(R"({"$array":"Char","$items":[)" + items + "]}"));
  };
  EXPECT_EQ(chars(R"("\uD83D","\uDE00")"), "fine");
  EXPECT_EQ(chars(R"("a","\uDBFF","\uDFFF","\uD800","\uDC00","b")"), "fine");
  const std::string why = "a Char that is a lone surrogate has no record";
  for (const char* items : {R"("\uD83D")", R"("\uDE00","\uD83D")", R"("\uD83D","a")", R"("\uD83D","\uD83D","\uDE00")",
                            R"("\uD83D","\uDE00","\uDE00")"}) {
    EXPECT_NE(chars(items).find(why), std::string::npos) << items;
  }
}

TEST(GraphJsonHostile, RefusesLoneSurrogatesInNames) {
  EXPECT_EQ(outcome(R"({"$graph":1,"classes":{"\uD800":{"members":{}}},"root":{"$type":"\uD800"}})"),
            "malformed 1:24 classes: a name holds a lone surrogate");
}

TEST(GraphJsonHostile, RefusesLengthsThatDoNotGoWithTheElements) {
  EXPECT_EQ(outcome(with_root(R"({"$array":"Int32","$lengths":[2147483647,2147483647],"$items":[1]})")),
            "malformed 1:180 root: $lengths do not go with 1 elements");
  EXPECT_NE(outcome(with_root(R"({"$array":"Object","$items":[{"$nulls":2147483591},{"$nulls":1}]})")), "fine");
  EXPECT_EQ(outcome(with_root(R"({"$array":"Object","$items":[{"$nulls":1000000000}]})")), "fine");
  EXPECT_EQ(outcome(with_root(R"({"$array":"Object","$items":[{"$nulls":2147483591}]})")).substr(0, 14),
            "limit exceeded");
}

TEST(GraphJsonHostile, DepthAndObjectsAreLimited) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += R"({"$array":"Object","$items":[)";
  EXPECT_EQ(outcome(with_root(deep)).substr(0, 14), "limit exceeded");
  Limits few;
  few.objects = 10;
  std::string many = R"({"$array":"Object","$items":[)";
  for (int i = 0; i < 10; ++i) many += "\"\",";
  EXPECT_EQ(outcome(with_root(many + "\"\"]}"), few).substr(0, 14), "limit exceeded");
}

// What is written as BinaryFormatter of the JSON, or why it is not.
Result<Buffer> payload_of(const std::string& text) {
  Options options;
  options.limits.memory = std::uint64_t{64} << 20;
  Result<Document> document = read_document(as_bytes(text), *find_format("json"), options);
  if (!document.ok()) return std::move(document).error();
  Buffer out;
  if (Status written = write_document(*document, *find_format("binaryformatter"), out); !written.ok()) {
    return std::move(written).error();
  }
  return out;
}

// A struct is a value: two members that refer to one struct of another member cannot both hold it, nor it itself.
TEST(GraphJsonHostile, AStructStandsInOnePlace) {
  const auto graph = [](const std::string& members, const std::string& rest) {
    return R"({"$graph":1,"classes":{"C":{"members":{"A":"Object","B":"Object"}},)"
           R"("S":{"struct":true,"members":{)" +
           members + "}}}," + rest + "}";
  };
  const std::string self = graph(R"("A":"S")", R"("root":{"$id":1,"$type":"S","A":{"$ref":1}})");
  const Result<Buffer> one = payload_of(self);
  ASSERT_TRUE(one.ok()) << one.error().to_string();
  EXPECT_LT(one->size(), 200U);
  const std::string listed =
      graph(R"("A":"S")",
            R"("root":{"$type":"C","A":{"$ref":1},"B":null},"deferred":[{"$id":1,"$type":"S","A":{"$ref":1}}])");
  ASSERT_FALSE(payload_of(listed).ok());
  EXPECT_EQ(payload_of(listed).error().message(), "a struct stands in itself");

  // Each level would double what is written.
  std::string text = R"({"$graph":1,"classes":{)";
  std::string value = R"({"$id":40,"$type":"S40","x":1})";
  for (int i = 0; i < 40; ++i) {
    const std::string next = std::to_string(i + 1);
    text += "\"S" + std::to_string(i) + R"(":{"struct":true,"members":{"A":"S)" + next + R"(","B":"S)" + next + "\"}},";
  }
  for (int i = 39; i >= 0; --i) {
    const std::string next = std::to_string(i + 1);
    value = R"({"$id":)" + std::to_string(i == 0 ? 100 : i) + R"(,"$type":"S)" + std::to_string(i) + R"(","A":)" +
            value + R"(,"B":{"$ref":)" + next + "}}";
  }
  const Result<Buffer> many =
      payload_of(text + R"("S40":{"struct":true,"members":{"x":"Int32"}}},"root":)" + value + "}");
  ASSERT_TRUE(many.ok()) << many.error().to_string();
  EXPECT_LT(many->size(), 20'000U);
}

TEST(GraphJsonHostile, WritesNoPayloadThatCannotBeRead) {
  const auto refusal = [](const std::string& root) {
    const Result<Buffer> payload = payload_of(with_root(root));
    if (payload.ok()) return std::string("written");
    return std::string(to_string(payload.error().code())) + ": " + payload.error().message();
  };
  EXPECT_EQ(refusal(R"({"$array":"Object","$items":[]})"), "written");
  EXPECT_EQ(
      refusal(R"({"$array":"Object","$kind":1,"$items":["x"]})"),
      "not representable: it would give a payload that cannot be read: the elements of a jagged array are no arrays");
  EXPECT_EQ(refusal(R"({"$array":"Object","$lengths":[2147483647,0],"$items":[]})"),
            "not representable: it would give a payload that cannot be read: array length 2147483647 is out of range");
  EXPECT_NE(refusal(R"({"$array":"Object","$lowerBounds":[2147483647],"$items":[null,null]})"), "written");
}

// An object of a hundred thousand members is not made for each few bytes that promise one.
TEST(GraphJsonHostile, ObjectsTakeNoMoreThanTheirText) {
  std::string text = R"({"$graph":1,"classes":{"W":{"members":{)";
  for (int i = 0; i < 20'000; ++i) text += (i == 0 ? "\"m" : ",\"m") + std::to_string(i) + "\":\"Object\"";
  text += R"(}}},"root":)";
  for (int i = 0; i < 5'000; ++i) text += R"({"$type":"W","m0":)";
  EXPECT_EQ(outcome(text).substr(0, 9), "truncated");
}

TEST(GraphJsonHostile, AFormMustGoWithTheGraph) {
  const auto form = [](const std::string& records, const std::string& framing = "[1,-1,1,0]") {
    return outcome(R"({"$graph":1,"libraries":[],"classes":{"P":{"members":{"x":"Int32","o":"Object"}}},"root":)"
                   R"({"$type":"P","x":1,"o":"s"},"$form":{"framing":)" +
                   framing + ",\"records\":" + records + "}}");
  };
  EXPECT_EQ(form("[[4,1,0],[6,2]]"), "fine");
  EXPECT_NE(form("[[4,1,0]]"), "fine");                // the text has no record
  EXPECT_NE(form("[[4,1,0],1]"), "fine");              // a reference to what has none
  EXPECT_NE(form("[[5,1,0],[6,2]]"), "fine");          // a class without library
  EXPECT_NE(form("[[4,1,0],[6,1]]"), "fine");          // the id comes twice
  EXPECT_NE(form("[[4,1,0],[6,2],[4,3,0]]"), "fine");  // the object comes twice
  EXPECT_NE(form("[[4,1,0],[6,2],[6,3,5]]"), "fine");  // no such place
  EXPECT_NE(form("[[1,1,7,0],[6,2]]"), "fine");        // no such class record
  EXPECT_NE(form("[[4,1,0],[13,1]]"), "fine");         // no null
  EXPECT_NE(form("[[4,1,0],[6,2],9]"), "fine");        // nothing left
  EXPECT_NE(form("[[4,0,0],[6,2]]"), "fine");          // id 0
  EXPECT_NE(form("[[4,3,0],[6,2]]"), "fine");          // the root has another id
  EXPECT_EQ(form("[[4,3,0],[6,2]]", "[3,-1,1,0]"), "fine");
}

}  // namespace
}  // namespace dotwire::test
