// What --help says before and behind the options of the commands.
#pragma once

namespace dotwire::cli {

inline constexpr const char* kIntroduction =
    "Reads, shows, converts and verifies what .NET's serializers wrote, without .NET.\n"
    "\n"
    "FILE may be - for standard input. Data goes to standard output, notes to standard error.";

inline constexpr const char* kFooter =
    "Exit codes (of several files the highest):\n"
    "  0 fine   1 differences   2 damaged, or beyond a limit   3 unknown format   4 the target cannot hold the data\n"
    "  64 wrong usage   74 a file could not be read or written\n"
    "\n"
    "Examples:\n"
    "  dotwire identify *.bin\n"
    "  dotwire inspect cache.bin\n"
    "  dotwire convert orders.bin --to csv -o orders.csv\n"
    "  dotwire verify --json *.bin | grep -v identical\n"
    "\n"
    "`dotwire help COMMAND` or `dotwire COMMAND --help` says more of a command.";

inline constexpr const char* kIdentifyFooter =
    "Keys with --json, one object a line: version, file, format, type, dialect, layers, size, trailing.\n"
    "type is that of the root of a BinaryFormatter graph, read with its first object; size is that of the document,\n"
    "trailing counts the bytes behind it. What is not known is null. Of what is damaged or beyond a limit there is\n"
    "damage as well, an object of error, offset, path, message; and note, a text, where more is known of the content.\n"
    "Documents that follow one another are all listed: documents is an array of offset,\n"
    "size, format, type and note. --offset lets any command begin with one of them.\n"
    "\n"
    "Examples:\n"
    "  dotwire identify session.bin\n"
    "  sqlite3 cache.db \"select writefile('/dev/stdout', value) from cache\" | dotwire identify -\n"
    "  dotwire identify --json blobs/*\n"
    "  dotwire identify --column payload --summary rows.csv";

inline constexpr const char* kInspectFooter =
    "Without --records or --hex the content is shown as a tree: #5 is an object's id, -> #5 a reference to it.\n"
    "Framework types are shown as what they are (lists with their items, dates as dates); --raw-names shows the\n"
    "members as they were recorded. A damaged file is shown up to the damage.\n"
    "\n"
    "Keys with --json, one object a line: of the tree version, file, depth, path, name, type, id, value, children,\n"
    "left_out; of records version, file, offset, length, record, value, depth, kind, id, path, detail. A last line "
    "with\n"
    "version, file, error, offset, path, message says where a damaged file ends. For each document behind the first\n"
    "there is a line of version, file, number, document, as identify lists it.\n"
    "\n"
    "Examples:\n"
    "  dotwire inspect cache.bin --depth 3\n"
    "  dotwire inspect --records damaged.bin\n"
    "  dotwire inspect --hex - < damaged.bin | less";

inline constexpr const char* kConvertFooter =
    "What the target cannot hold is named and nothing is written, and the exit code is 4; with --loss warn it is "
    "named\n"
    "when the rest has been written. `dotwire formats` lists the formats.\n"
    "\n"
    "Examples:\n"
    "  dotwire convert orders.bin --to csv > orders.csv\n"
    "  dotwire convert orders.bin --to csv --null NULL --newline lf --loss warn -o orders.csv\n"
    "  dotwire convert graph.bin --to json | jq .root\n"
    "  dotwire convert edited.json --to binaryformatter -o graph.bin\n"
    "  dotwire convert - --to dump < graph.bin\n"
    "  dotwire convert orders.bin --to datatable-xml --layer gzip --layer base64 > orders.txt\n"
    "  dotwire convert rows.ndjson --column payload --to json --resume rows.resume -o read.ndjson";

inline constexpr const char* kVerifyFooter =
    "Each file is read, written again in the same format, and compared. One line a file: identical, different with "
    "the\n"
    "first byte that differs and where that is, damaged, refused (beyond a limit), or unknown.\n"
    "\n"
    "Keys with --json, one object a line: version, file, format, verdict, offset, path, message.\n"
    "\n"
    "Examples:\n"
    "  dotwire verify *.bin\n"
    "  find archive -type f -print0 | xargs -0 dotwire verify --json > report.ndjson";

inline constexpr const char* kLossesFooter =
    "Paths and texts are those of `dotwire convert` without the names and numbers of a document: * is any name, N any\n"
    "number. What is refused keeps the whole document from being written. Without --json one line a loss.\n"
    "\n"
    "Keys with --json, one object a line: version, format, path, what, refused. A path of null is the whole document.\n"
    "\n"
    "Examples:\n"
    "  dotwire losses csv\n"
    "  dotwire losses --json protobuf-net-data | jq -r 'select(.refused) | .path'";

}  // namespace dotwire::cli
