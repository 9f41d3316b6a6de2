#!/usr/bin/env python3
"""Makes ProductPhoto.bin of ProductPhoto.csv: pack.py FOLDER-OF-CSV

Each field is its length (4 bytes, little-endian) and its bytes; the two images of a row are bytes instead of hex.
"""
import struct
import sys
from pathlib import Path

HEX_FIELDS = (1, 3)

rows = Path(sys.argv[1], "ProductPhoto.csv").read_text(encoding="utf-8").split("&|\n")[:-1]
with open(Path(__file__).with_name("ProductPhoto.bin"), "wb") as out:
    for row in rows:
        for i, field in enumerate(row.split("+|")):
            content = bytes.fromhex(field) if i in HEX_FIELDS else field.encode()
            out.write(struct.pack("<I", len(content)) + content)
