#!/usr/bin/env python3
"""Makes the tables of docs/benchmarks.md of reports: tables.py [--into FILE.md] REPORT.json...

Reports are what `--json` of `dotwire bench` datatable, speed and memory wrote. Without --into all tables go to
standard output. With it, what stands in the file between <!-- bench NAME --> and <!-- end --> is replaced, for each table
that the reports have rows for.
"""
import argparse
import json
import re
import sys
from pathlib import Path

METRICS = ("size", "write", "read")


def milliseconds(nanoseconds):
    """As the program's text has it."""
    value = nanoseconds / 1e6
    digits = 5 if value < 0.01 else 4 if value < 0.1 else 3 if value < 10 else 2
    return f"{value:.{digits}f}"


def figure(value, unit):
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"


def optional(value, show):
    return "" if value is None else show(value)


def table(head, rows):
    """The head's cells end with a colon where figures stand."""
    lines = ["| " + " | ".join(cell.rstrip(":") for cell in head) + " |"]
    lines.append("| " + " | ".join("---:" if cell.endswith(":") else "---" for cell in head) + " |")
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def by_data(rows):
    """Rows with their data set's name, which only the first of its rows shows."""
    before = None
    for row in rows:
        yield row, "" if row["data"] == before else row["data"]
        before = row["data"]


def size_reason(row):
    if "size" not in row:
        return "as in the article" if row.get("article_failed") else row["verdicts"].get("message", "")
    if "article_size" not in row:
        return "Failed in the article" if row.get("article_failed") else ""
    return "exact" if row["size"] == row["article_size"] else row.get("size_reason", "")


def datatable_table(rows):
    def times(row, direction):
        if "size" not in row:
            return ""
        ours = milliseconds(row[f"{direction}_ns"]["median"])
        article = row.get(f"article_{direction}_ms")
        return ours if article is None else f"{ours} ({article:.3f})"

    def to_copy(row):
        if "size" not in row:
            return ""
        return " / ".join(f'{row[f"{way}_ns"]["median"] / row["memcpy_ns"]["median"]:.1f}' for way in ("write", "read"))

    def article_size(row):
        return "Failed" if row.get("article_failed") else optional(row.get("article_size"), "{:,}".format)

    head = ("data", "format", "article, bytes:", "ours, bytes:", "", "write, ms:", "read, ms:", "x memcpy:")
    return table(head, ([name, row["title"], article_size(row), f'{row["size"]:,}' if "size" in row else "Failed",
                         size_reason(row), times(row, "write"), times(row, "read"), to_copy(row)]
                        for row, name in by_data(rows)))


def rank_text(ranks):
    article, ours = (str(ranks[who] or "-") for who in ("article", "ours"))
    return ours if article == ours else f"{article} > {ours}"


def ranking_table(rows):
    ranked = [row for row in rows if "ranks" in row]
    data = list(dict.fromkeys(row["data"] for row in ranked))
    cells = {(row["data"], row["format"]): row["ranks"] for row in ranked}
    formats = list(dict.fromkeys(row["format"] for row in ranked))
    head = ["by", "format"] + [name.split(".")[-1] + ":" for name in data]
    return table(head, ([metric if i == 0 else "", name] +
                        [rank_text(cells[one, name][metric]) if (one, name) in cells else "" for one in data]
                        for metric in METRICS for i, name in enumerate(formats)))


def overall_table(ranking):
    def standing(one):
        ranks = {who: one[who]["rank"] for who in ("article", "ours")}
        return f'{one["article"]["times_best"]:.2f} > {one["ours"]["times_best"]:.2f} ({rank_text(ranks)})'

    return table(["format"] + [metric + ":" for metric in METRICS],
                 ([one["format"]] + [standing(one[metric]) for metric in METRICS] for one in ranking["formats"]))


def costs_table(rows):
    def time(row, which):
        return optional(row[f"{which}_ns"], lambda interval: milliseconds(interval["median"]))

    def allocations(row, way):
        return " / ".join(optional(row[f"{way}{kind}_allocations"], lambda one: f'{one["count"]:,}')
                          for kind in ("", "_anew"))

    def peak(row, way):
        return optional(row[f"{way}_peak"], lambda size: f"{size / 1024:,.0f}")

    def instructions(row):
        counts = [row[f"{way}_instructions"] for way in ("write", "read")]
        return "" if None in counts else " / ".join(f'{count / row["size"]:.2f}' for count in counts)

    head = ("data", "format", "gzip:", "zstd:", "write MB/s:", "read MB/s:", "both, ms:", "write anew:", "read anew:",
            "first write:", "first read:", "allocations, write:", "read:", "peak KiB, write:", "read:",
            "instructions a byte:")
    return table(head, ([name, row["format"], f'{row["gzip_size"]:,}', f'{row["zstd_size"]:,}',
                         f'{row["write_mb_s"]:,.0f}', f'{row["read_mb_s"]:,.0f}',
                         milliseconds(row["round_trip_ns"]["median"]),
                         time(row, "write_anew"), time(row, "read_anew"), time(row, "write_first"),
                         time(row, "read_first"), allocations(row, "write"), allocations(row, "read"),
                         peak(row, "write"), peak(row, "read"), instructions(row)]
                        for row, name in by_data([row for row in rows if "size" in row])))


def peers_table(rows):
    """All rows of a run with peers: ours stand beside them by the same clock."""
    def time(row, way):
        return milliseconds(row[f"{way}_ns"]["median"]) if "size" in row else ""

    def faster(row):
        ratios = row.get("dotwire_faster")
        return optional(ratios, lambda one: " / ".join(f"{one[way]:.{1 if one[way] < 9.95 else 0}f}"
                                                       for way in ("write", "read")))

    def note(row):
        verdicts = row["verdicts"]
        if "size" not in row:
            return verdicts.get("message", "as in the article" if row.get("article_failed") else "")
        return verdicts.get("remark", "")

    head = ("data", "row", "bytes:", "write, ms:", "read, ms:", "dotwire is so many x as fast, written / read:", "")
    return table(head, ([name, row["title"], f'{row["size"]:,}' if "size" in row else "Failed", time(row, "write"),
                         time(row, "read"), faster(row), note(row).replace("|", "\\|")]
                        for row, name in by_data(rows)))


def speed_table(rows):
    def time(row, which):
        value = row["ns"][which]
        must = row.get("must", "")
        in_nanoseconds = must.endswith(" ns") if must else row["ns"]["median"] < 10_000
        return figure(value, "ns") if in_nanoseconds else figure(value / 1e6, "ms")

    def reached(row):
        verdict = row.get("verdict", "")
        return "MISSED" if verdict == "missed" else verdict

    head = ("case", "bytes:", "time:", "rate:", "x memcpy:", "must:", "goal:", "reached", ".NET 10")
    return table(head, ([row["name"], f'{row["bytes"]:,}',
                         f'{time(row, "median")} ({time(row, "low")} .. {time(row, "high")})',
                         figure(row["bytes"] / row["ns"]["median"] * 1e3, "MB/s"),
                         f'{row["ns"]["median"] / row["memcpy_ns"]["median"]:.2f}', row.get("must", ""),
                         row.get("goal", ""), reached(row), row.get("dotnet", "")] for row in rows))


def growth_table(rows):
    names = list(dict.fromkeys(row["name"] for row in rows))
    sizes = sorted({round(row["bytes"] / 1e6) for row in rows})
    each = {(row["name"], round(row["bytes"] / 1e6)): row["ns"]["median"] / row["bytes"] for row in rows}
    copies = {(row["name"], round(row["bytes"] / 1e6)): row["ns"]["median"] / row["memcpy_ns"]["median"] for row in rows}

    def cells(name):
        measured = [size for size in sizes if (name, size) in each]
        figures = [each[name, size] for size in measured]
        return [optional(each.get((name, size)), "{:.4f}".format) for size in sizes] + [
            f"{max(figures) / min(figures):.2f}", " / ".join(f"{copies[name, size]:.1f}" for size in measured)]

    return table(["payload"] + [f"{size} MB:" for size in sizes] + ["largest / smallest:", "x memcpy:"],
                 ([name] + cells(name) for name in names))


def memory_table(rows):
    def cell(row, command):
        return optional(row["peak"][command], lambda peak: f'{peak / 1e6:.1f} MB ({peak / row["bytes"]:.1f} x)')

    commands = list(rows[0]["peak"])
    return table(["payload", "bytes:"] + [command + ":" for command in commands],
                 ([row["name"], f'{row["bytes"]:,}'] + [cell(row, command) for command in commands] for row in rows))


def record_text(report, rows):
    machine = report["machine"]
    libraries = ", ".join(f"{name} {version}" for name, version in report["libraries"].items())
    text = (f'`{report["command"]}`, {report["date"]}, dotwire {report["dotwire"]}: {machine["processor"]}, '
            f'{machine["cores"]} cores, load {machine["load"]:.2f}, {machine["system"]}, {machine["compiler"]}, '
            f'{machine["build"]}; {libraries}.')
    noisy = {row.get("data", row.get("name")): row["round_spread"] for row in rows if row.get("noisy")}
    if len(noisy) > 1 and len(set(noisy.values())) == 1:  # one run of rounds for all
        text += f" Noisy ({next(iter(noisy.values())):.2f})."
    elif noisy:
        text += " Noisy: " + ", ".join(f"{name} ({spread:.2f})" for name, spread in noisy.items()) + "."
    return text


def blocks_of(report):
    """Tables by the name of their place in the document."""
    def of(suite):
        return [row for row in report["rows"] if row["suite"] == suite]

    blocks = {}
    rows = of("datatable")
    if any(row.get("peer") for row in rows):
        blocks["peers run"] = record_text(report, rows)
        blocks["peers"] = peers_table(rows)
    elif rows:
        blocks["datatable run"] = record_text(report, rows)
        blocks["datatable"] = datatable_table(rows)
        blocks["ranking"] = ranking_table(rows)
        if report["ranking"]["formats"]:
            blocks["overall"] = overall_table(report["ranking"])
        blocks["costs"] = costs_table(rows)
    if rows := of("speed"):
        blocks["speed run"] = record_text(report, rows)
        blocks["speed"] = speed_table(rows)
    if rows := of("growth"):
        blocks["growth"] = growth_table(rows)
    if rows := of("memory"):
        blocks["memory run"] = record_text(report, rows)
        blocks["memory"] = memory_table(rows)
    return blocks


def replace(text, blocks):
    """The text with the blocks in their places, and the names of those that have none."""
    missing = []
    for name, block in blocks.items():
        place = re.compile(rf"(<!-- bench {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        text, count = place.subn(lambda match, block=block: f"{match[1]}{block}\n{match[2]}", text)
        if count == 0:
            missing.append(name)
    return text, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, metavar="FILE.md")
    parser.add_argument("reports", type=Path, nargs="+", metavar="REPORT.json")
    options = parser.parse_args()
    blocks = {}
    for report in options.reports:
        blocks.update(blocks_of(json.loads(report.read_text(encoding="utf-8"))))
    if options.into is None:
        print("\n\n".join(f"<!-- bench {name} -->\n{block}\n<!-- end -->" for name, block in blocks.items()))
        return 0
    text, missing = replace(options.into.read_text(encoding="utf-8"), blocks)
    options.into.write_text(text, encoding="utf-8")
    if missing:
        print(f"no place in {options.into} for: {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
