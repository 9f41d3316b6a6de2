#!/usr/bin/env python3
"""Writes number_vectors.h, the measure of number_text_test.cpp: number_vectors.py MODEL.py > number_vectors.h

MODEL.py is netfx_number_text.py of the format specifications: legacy_R (compared with .NET Core 2.0 and Mono) and
modern_R (compared with .NET 10). Its outputs for seeded sequences are kept as one FNV-1a hash each, and some hundred
numbers in full.
"""
import importlib.util
import struct
import sys

spec = importlib.util.spec_from_file_location("model", sys.argv[1])
model = importlib.util.module_from_spec(spec)
spec.loader.exec_module(model)
MASK = (1 << 64) - 1


def random_bits(seed, count):
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def double(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def text(function, value, is_single):
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "INF" if value > 0 else "-INF"
    return function(value, is_single)


def fnv(hash_value, line):
    for byte in line.encode() + b"\n":
        hash_value = (hash_value ^ byte) * 0x100000001B3 & MASK
    return hash_value


def short_decimal(bits):
    """A number that people write: up to 15 digits, a point somewhere."""
    digits = (bits >> 8) % 10 ** (bits % 15 + 1)
    power = float(10 ** ((bits >> 4) % 23))
    return float(digits) / power if bits & 1 << 63 else float(digits) * power


def hash_of(function, values, is_single):
    result = 0xCBF29CE484222325
    for value in values:
        result = fnv(result, text(function, value, is_single))
    return result


def to_single(value):
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return float("inf")


def main():
    bits = list(random_bits(3, 100000))
    doubles = [double(b) for b in bits]
    singles = [single(b) for b in bits]
    short_doubles = [short_decimal(b) for b in random_bits(4, 20000)]
    short_singles = [to_single(d) for d in short_doubles]
    print("// Made by number_vectors.py; do not edit.\n#pragma once\n\n#include <cstdint>\n\nnamespace dotwire {\n")
    for name, values, is_single in (("Doubles", doubles, False), ("Singles", singles, True),
                                    ("ShortDoubles", short_doubles, False), ("ShortSingles", short_singles, True)):
        print(f"inline constexpr std::uint64_t kLegacy{name} = {hash_of(model.legacy_R, values, is_single):#x}U;")
        print(f"inline constexpr std::uint64_t kShortest{name} = {hash_of(model.modern_R, values, is_single):#x}U;")
    print("\nstruct DoubleVector {\n  std::uint64_t bits;\n  const char* legacy;\n  const char* shortest;\n};")
    print("inline constexpr DoubleVector kDoubleVectors[] = {")
    fixed = [0, 1 << 63, 1, 2, 0x000FFFFFFFFFFFFF, 0x0010000000000001, 0x7FEFFFFFFFFFFFFF]
    fixed += [struct.unpack("<Q", struct.pack("<d", v))[0] for v in (
        1 / 3, 2 / 3, 0.1, 0.2, 0.3, 0.7, 1.1, 6.22641, 7.26898361165072e-232, 1e5, 1e14, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23,
        1e-4, 1e-5, 1.5e-5, 0.00012345, 123456789012345.0, 1234567890123456.0, 12345678901234567.0, 9007199254740993.0,
        3.141592653589793, 2.718281828459045, 100.0, 1234.5678, -1.5, 0.5, 0.25, 0.1 + 0.2, 5e-324, 4.35, 0.84551240822557)]
    fixed += list(random_bits(5, 60)) + [struct.unpack("<Q", struct.pack("<d", short_decimal(b)))[0] for b in random_bits(6, 60)]
    for b in fixed:
        v = double(b)
        print(f'    {{{b:#x}U, "{text(model.legacy_R, v, False)}", "{text(model.modern_R, v, False)}"}},')
    print("};\n\nstruct SingleVector {\n  std::uint32_t bits;\n  const char* legacy;\n  const char* shortest;\n};")
    print("inline constexpr SingleVector kSingleVectors[] = {")
    fixed = [0, 1 << 31, 1, 0x7F7FFFFF, 0x007FFFFF, 0x00800001]
    fixed += [struct.unpack("<I", struct.pack("<f", v))[0] for v in (
        1 / 3, 0.1, 1e6, 1e7, 1e8, 1e9, 123456.789, -9662.140625, 1e-4, 1e-5, 16777216.0, 0.5, 3.1415927, 9.999999e9)]
    fixed += [b & 0xFFFFFFFF for b in random_bits(7, 60)]
    fixed += [struct.unpack("<I", struct.pack("<f", to_single(short_decimal(b))))[0] for b in random_bits(8, 40)]
    for b in fixed:
        v = single(b)
        print(f'    {{{b:#x}U, "{text(model.legacy_R, v, True)}", "{text(model.modern_R, v, True)}"}},')
    print("};\n\n}  // namespace dotwire")


main()
