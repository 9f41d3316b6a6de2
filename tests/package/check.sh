#!/usr/bin/env bash
# check.sh PREFIX CHECK...: whether what was installed there is whole and works. CXX and CXXFLAGS say how to compile.
# A check whose tool is not on the machine says so in one line and passes.
set -euo pipefail
prefix=$(cd "$1" && pwd)
readonly prefix source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly program=$prefix/bin/dotwire share=$prefix/share
shift

fail() {
  echo "$*" >&2
  exit 1
}

# equal WHAT EXPECTED ACTUAL
equal() { [[ $2 == "$3" ]] || fail "$1: expected"$'\n'"$2"$'\n'"but got"$'\n'"$3"; }

# has WHAT LINE...: each is a whole line of standard input.
has() {
  local what=$1 text line
  text=$(cat)
  shift
  for line in "$@"; do grep -qxF -e "$line" <<< "$text" || fail "$what: no $line in"$'\n'"$text"; done
}

# has_no WHAT LINE: of standard input.
has_no() { if grep -qxF -e "$2"; then fail "$1: $2 is there"; fi; }

# there TOOL: a check needs it.
there() {
  command -v "$1" > /dev/null && return
  echo "skipped: $1 is not installed"
  return 1
}

library_folder() { dirname "$(find "$prefix/lib" "$prefix"/lib64 -name libdotwire.a 2> /dev/null | head -n 1)"; }

# ---- checks

check_files() {
  local file library
  library=$(library_folder)
  for file in "$program" "$library"/{libdotwire.a,pkgconfig/dotwire.pc} \
    "$library"/cmake/dotwire/dotwire{Config,ConfigVersion,Targets}.cmake \
    "$share"/man/man1/dotwire.1 "$share"/bash-completion/completions/dotwire \
    "$share"/zsh/{site-functions,vendor-completions}/_dotwire "$share"/fish/vendor_completions.d/dotwire.fish \
    "$share"/doc/dotwire/{README.md,SECURITY.md,LICENSE,copyright,docs/command-line.md,docs/formats/nrbf.md}; do
    [[ -s $file || -s $file.gz ]] || fail "$file is not there"
  done
  equal headers "$(cd "$source/include/dotwire" && ls)" "$(cd "$prefix/include/dotwire" && ls)"
}

check_program() {
  equal version "$("$program" version)" "$("$program" --version)"
  "$program" verify "$source"/examples/*.bin | has verify \
    "$source/examples/library.bin: identical" "$source/examples/states.bin: identical"
}

check_man() {
  local page=$share/man/man1/dotwire.1 warnings text command option
  text=$(cat "$page" 2> /dev/null || gzip -dc "$page.gz")
  if there groff; then
    warnings=$(groff -man -ww -Tascii <<< "$text" 2>&1 > /dev/null)
    equal 'warnings of groff' '' "$warnings"
  fi
  if there man; then
    warnings=$(MANWIDTH=80 man --warnings -l - <<< "$text" 2>&1 > /dev/null)
    equal 'warnings of man' '' "$warnings"
  fi
  # What --help of each command names is there.
  for command in identify inspect convert verify formats; do
    for option in $("$program" help "$command" | grep -oE '^ +(-., ?)?--[a-z-]+' | grep -oE -e '--[a-z-]+'); do
      grep -qF -e "${option//-/\\-}" <<< "$text" || fail "the page says nothing of $option of $command"
    done
  done
}

# complete_in_bash WORD...: what Tab after these words would offer, one a line.
complete_in_bash() {
  bash -c 'source "$1"; shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$* COMP_POINT=${#COMP_LINE} COMPREPLY=()
    [[ $(complete -p dotwire) == "complete -F _dotwire dotwire" ]] || exit 1
    _dotwire && printf "%s\n" "${COMPREPLY[@]}"' bash "$share/bash-completion/completions/dotwire" "$@"
}

check_bash() {
  bash -n "$share/bash-completion/completions/dotwire"
  complete_in_bash dotwire '' | has commands identify inspect convert verify bench formats help version
  equal 'command' inspect "$(complete_in_bash dotwire ins)"
  complete_in_bash dotwire convert --l | has options --loss --limit
  complete_in_bash dotwire identify -- | has options --json --help
  complete_in_bash dotwire identify -- | has_no options --to
  complete_in_bash dotwire convert --to '' | has formats csv json binaryformatter dump
  complete_in_bash dotwire convert --from '' | has_no 'formats that are read' dump
  equal 'format after =' csv "$(complete_in_bash dotwire convert --to = cs)"
  complete_in_bash dotwire convert --to = | has 'formats after =' csv json
  complete_in_bash dotwire convert --loss '' | has choices error warn
  complete_in_bash dotwire bench '' | has 'commands of bench' datatable speed memory
  complete_in_bash dotwire bench speed -- | has options --count-at
  # An argument that is named like a command.
  complete_in_bash dotwire convert --table verify -- | has options --newline
  (cd "$source/examples" && complete_in_bash dotwire identify lib) | has files library.bin
  (cd "$source/examples" && complete_in_bash dotwire convert x --schema st) | has files states.bin
}

check_zsh() {
  there zsh || return 0
  zsh -n "$share/zsh/site-functions/_dotwire"
  # A shell on a terminal of its own, which is asked by Tab.
  zsh -f "$source/tests/package/complete.zsh" "$share/zsh/site-functions" 'dotwire ' | has commands identify convert
  zsh -f "$source/tests/package/complete.zsh" "$share/zsh/site-functions" 'dotwire convert --lo' | has options --loss
  zsh -f "$source/tests/package/complete.zsh" "$share/zsh/site-functions" 'dotwire convert --to ' | has formats csv dump
  zsh -f "$source/tests/package/complete.zsh" "$share/zsh/site-functions" 'dotwire bench ' | has bench speed datatable
}

complete_in_fish() {
  HOME=$(pwd) fish --no-config -c 'source $argv[1]; complete -C "$argv[2]"' \
    "$share/fish/vendor_completions.d/dotwire.fish" "$1" | cut -f 1
}

check_fish() {
  there fish || return 0
  fish -n "$share/fish/vendor_completions.d/dotwire.fish"
  complete_in_fish 'dotwire ' | has commands identify inspect convert verify
  complete_in_fish 'dotwire convert --' | has options --to --loss
  complete_in_fish 'dotwire identify --' | has_no options --to
  complete_in_fish 'dotwire convert --to ' | has formats csv json
  complete_in_fish 'dotwire convert --to ' | has_no 'formats and no files' LICENSE
  complete_in_fish 'dotwire bench ' | has 'commands of bench' speed
  (cd "$source/examples" && complete_in_fish 'dotwire identify lib') | has files library.bin
}

check_pkg_config() {
  there pkg-config || return 0
  local out library
  library=$(library_folder)
  out=$(mktemp -d)
  PKG_CONFIG_PATH=$library/pkgconfig pkg-config --cflags --libs dotwire > "$out/flags"
  # shellcheck disable=SC2046,SC2086
  ${CXX:-c++} -std=c++20 ${CXXFLAGS-} -o "$out/consumer" "$source/tests/consumer/main.cpp" $(cat "$out/flags") &&
    "$out/consumer" || fail "tests/consumer does not build or run with: $(cat "$out/flags")"
  rm -r "$out"
}

(($# > 0)) || set -- files program man bash zsh fish pkg_config
for check in "$@"; do "check_$check"; done
