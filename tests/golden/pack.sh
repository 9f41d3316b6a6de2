#!/bin/sh
# Makes golden.tar.xz, the part of the golden corpus that a checkout carries, from the whole corpus:
#
#   tests/golden/pack.sh [SHARED-FOLDER]        (../shared beside the checkout)
#
# The same corpus gives the same bytes. The files come from .NET and Mono and are never edited; to add a format, add it
# to the list below, run this and commit the archive. Files beyond a megabyte stay out: their rows say "not stored".
set -eu
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
shared=$(cd "${1:-$here/../../../shared}" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

formats='expected contract binaryformatter binaryformatter-.* bf-remoting-binary dataset-bf-remoting-binary xml-schema xml-ignore xsd'
# Of tables only: .NET writes graphs in these formats too.
table_formats='bf-remoting-xml xml-diffgram lightweight (dataset-)?xml-.*-file dataset-.* datacontract netdatacontract'
data='northwind/nwind.proto.bin northwind/golden/nwind.binaryformatter.nrbf.bin northwind/LICENCE.protobuf-net.txt
  protobuf-net-data/LICENSE.protobuf-net-data.txt protobuf-net-data/BackwardsCompatbilityTest.bin
  protobuf-net-data/OldBackwardsCompatbilityTest.bin'
for release in 2.0.0.452 2.0.6.668 2.1.1 3.0.0-beta1; do
  for kind in proto xml xsd; do data="$data protobuf-net-data/$release.$kind"; done
done

pattern="^($(echo "$formats" | tr ' ' '|'))\$"
table_pattern="^($(echo "$table_formats" | tr ' ' '|'))\$"
cd "$stage"
for runtime in mono net10; do
  mkdir -p "golden/$runtime"
  awk -F '\t' -v OFS='\t' -v pattern="$pattern" -v table_pattern="$table_pattern" '
    NR > 1 && $3 !~ pattern && !($1 == "table" && $3 ~ table_pattern) { next }
    NR > 1 && $5 > 1000000 { $4 = "-" }
    { print }' "$shared/golden/$runtime/manifest.tsv" > "golden/$runtime/manifest.tsv"
  awk -F '\t' -v runtime="$runtime" '
    NR == 1 { next }
    $4 != "-" { print "golden/" runtime "/" $4 }
    match($7, /readback=[^ ;]*\.json/) {
      print "golden/" runtime "/" $1 "/" $2 "/" substr($7, RSTART + 9, RLENGTH - 9)
    }' "golden/$runtime/manifest.tsv"
done > wanted
for file in $data; do echo "data/$file"; done >> wanted
sort -u wanted > copied
tar -C "$shared" -cf - -T copied | tar -xf -
for runtime in mono net10; do echo "golden/$runtime/manifest.tsv"; done >> wanted

# The two runtimes' files of a case stand side by side, for many are equal.
sort -u wanted | awk -F / '{ key = $0; sub(/^golden\/[^\/]*\//, "", key); print key "\t" $0 }' | sort | cut -f 2 > files
tar --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=a+rX,u+w,go-w --no-recursion -cf - -T files |
  xz -9e --threads=1 --memlimit-compress=0 > "$here/golden.tar.xz"
echo "$(wc -l < files) files, $(wc -c < "$here/golden.tar.xz") bytes"
