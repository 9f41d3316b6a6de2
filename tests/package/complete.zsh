# complete.zsh FOLDER LINE: what zsh offers for LINE with the functions of FOLDER, one a line. The matches are taken
# where the completion system adds them, in a shell on a terminal of its own.
zmodload zsh/zpty || exit 1
readonly folder=$1 line=$2
zpty -b shell zsh -f -i
send() { zpty -w shell "$1"; }
send "PROMPT=; unsetopt zle_bracketed_paste; fpath=($folder \$fpath)"
send 'autoload -Uz compinit && compinit -u -D'
send 'compadd() {
  local -a found; local arg
  for arg in "$@"; do [[ $arg == -[OAD]* ]] && { builtin compadd "$@"; return }; done
  builtin compadd -O found "$@"
  printf "<%s>\n" $found
  builtin compadd "$@"
}'
send 'bindkey "^I" complete-word; zle -C complete-word complete-word ask; ask() { _main_complete; print "<<end>>"; zle -I }'

# until_shown PATTERN: reads what the shell shows until that is in it, 60 s at most.
until_shown() {
  text=
  for ((i = 0; i < 600; ++i)); do
    while zpty -r -t shell piece; do text+=$piece; done
    [[ $text == *$~1* ]] && return
    sleep 0.1
  done
}
send 'print "<<re""ady>>"'
until_shown '<<ready>>'
zpty -w -n shell "$line"$'\t'
until_shown $'\n*<<end>>'
zpty -d shell
print -r -- $text | tr -d '\r' | sed -nE 's/^.*<([^<>]+)>$/\1/p'
