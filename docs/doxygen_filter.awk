# Doxygen's input filter: plain comments of the public headers as documentation comments. What Doxygen would take for
# commands or HTML is escaped; lines that are set in stay as they are, as code.
function escaped(text) {
  gsub(/[\\@<>#&$%"]/, "\\\\&", text)
  return text
}

function shown(text) {
  if (text ~ /^ ? ? ?$/) { code = 0; return text }
  # A line that is set in begins code after an empty one, and goes on with it.
  if (text ~ /^   / && (code || before == "")) { code = 1; return "    " text }
  code = 0
  return escaped(text)
}

NR == 1 { print "/// \\file" }

match($0, /^ *\/\/( |$)/) {
  start = $0
  sub(/\/\/.*/, "", start)
  text = $0
  sub(/^ *\/\//, "", text)
  print start "///" shown(text)
  before = text
  next
}

{ before = "" }

# Behind a declaration.
match($0, /[;,{}]  ?\/\/ /) {
  print substr($0, 1, RSTART) "  ///< " escaped(substr($0, RSTART + RLENGTH))
  next
}

{ print }
