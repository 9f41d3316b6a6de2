#!/usr/bin/env bash
# Instructions for each byte of payload, counted by valgrind (callgrind): repeatable where times are noisy.
#
#   bench/instructions.sh [TEXT]      rows of `dotwire bench speed`'s growth table whose name holds TEXT
set -euo pipefail
program=$(dirname "$0")/../build/release/dotwire
command -v valgrind > /dev/null || { echo "valgrind is not installed" >&2 && exit 69; }

# valgrind counts each byte of a `rep movsb` as an instruction, which glibc takes for copies of some sizes only.
export GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824

count() {  # NAME BYTES: "instructions bytes"
  local log size
  log=$(mktemp)
  size=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
    --toggle-collect=dotwire_bench_counted_run --log-file="$log" \
    "$program" bench speed --only "$1" --count-at "$2" | cut -f2)
  awk -v size="$size" '/Collected/ { print $4, size }' "$log"
  rm "$log"
}

printf '%-40s %10s %10s %10s %20s\n' 'instructions/byte' '1 MB' '10 MB' '50 MB' 'largest / smallest'
for name in 'NRBF, graphic primitives' 'NRBF, string[] of 20 letters' 'NRBF, references to one object' 'NRBF, nulls in runs' \
  'NRBF, a class record an object' 'NRBF, double[] written' 'NRBF, double[] read' \
  'XML, Type2 written' 'XML, Type2 read' 'BinaryFormatter, Type2 written' \
  'BinaryFormatter, Type2 read' 'Custom Formatter, Type2 written' 'Custom Formatter, Type2 read' \
  'protobuf-net-data, Type2 written' 'protobuf-net-data, Type2 read' 'Fast Serializer, Type2 written' \
  'Fast Serializer, Type2 read' 'Lightweight Serializer, Type2 written' 'Lightweight Serializer, Type2 read' \
  "Drew's DataSetFormatter, Type2 written" "Drew's DataSetFormatter, Type2 read"; do
  [[ $name == *"${1-}"* ]] || continue
  for bytes in 1000000 10000000 50000000; do count "$name" "$bytes"; done |
    awk -v name="$name" '{ each[NR] = $1 / $2 }
      END {
        for (i in each) { if (!least || each[i] < least) least = each[i]; if (each[i] > most) most = each[i] }
        printf "%-40s %10.4f %10.4f %10.4f %20.3f\n", name, each[1], each[2], each[3], most / least
      }'
done
