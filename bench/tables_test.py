"""Tests of tables.py: what `dotwire bench --json` writes becomes the tables of docs/benchmarks.md."""
import unittest

import tables


def interval(median):
    return {"median": median, "low": median, "high": median}


def measured(format_name, size, write, **members):
    row = {"suite": "datatable", "data": "Production.Product", "format": format_name, "title": format_name.upper(),
           "size": size, "gzip_size": 5, "zstd_size": 4, "write_ns": interval(write), "read_ns": interval(2e6),
           "round_trip_ns": interval(3e6), "memcpy_ns": interval(1e5), "write_mb_s": 10.0, "read_mb_s": 20.0,
           "verdicts": {"article": "same", "models": "equal"}, "noisy": False, "round_spread": 1.0}
    for way in ("write", "read"):
        row |= {f"{way}_anew_ns": interval(4e6), f"{way}_first_ns": None, f"{way}_peak": None,
                f"{way}_allocations": {"count": 0, "bytes": 0}, f"{way}_anew_allocations": None,
                f"{way}_instructions": None}
    return row | members


FAILED = {"suite": "datatable", "data": "Production.Product", "format": "drew", "title": "Drew", "article_failed": True,
          "verdicts": {"article": "failed", "models": "failed", "message": "it differs"}}


class TablesTest(unittest.TestCase):
    def test_sizes_stand_beside_the_articles_with_the_reason(self):
        rows = [measured("xml", 1234, 1e6, article_size=1234, article_write_ms=9.178, article_read_ms=12.0),
                measured("fast", 999, 2.5e4, article_size=1002, article_write_ms=1.0, article_read_ms=1.0,
                         size_reason="3 bytes"), FAILED]
        lines = tables.datatable_table(rows).splitlines()
        self.assertEqual(lines[2], "| Production.Product | XML | 1,234 | 1,234 | exact | 1.000 (9.178) | 2.000 (12.000) | "
                                   "10.0 / 20.0 |")
        self.assertEqual(lines[3], "|  | FAST | 1,002 | 999 | 3 bytes | 0.0250 (1.000) | 2.000 (1.000) | 0.2 / 20.0 |")
        self.assertEqual(lines[4], "|  | Drew | Failed | Failed | as in the article |  |  |  |")

    def test_ranks_show_what_moved(self):
        ranks = {"size": {"article": 1, "ours": 1}, "write": {"article": 3, "ours": 2},
                 "read": {"article": None, "ours": None}}
        lines = tables.ranking_table([measured("xml", 1, 1, ranks=ranks)]).splitlines()
        self.assertEqual(lines[2:], ["| size | xml | 1 |", "| write | xml | 3 > 2 |", "| read | xml | - |"])

    def test_what_is_not_given_is_empty(self):
        line = tables.costs_table([measured("xml", 1234, 1e6, read_anew_ns=None)]).splitlines()[2]
        self.assertEqual(line, "| Production.Product | xml | 5 | 4 | 10 | 20 | 3.000 | 4.000 |  |  |  | 0 /  | 0 /  "
                               "|  |  |  |")

    def test_growth_is_a_byte_at_each_size(self):
        rows = [{"suite": "growth", "name": "N", "bytes": size, "ns": interval(ns), "memcpy_ns": interval(copy)}
                for size, ns, copy in ((1_000_001, 1e6, 1e5), (9_999_990, 1.5e7, 1e7))]
        self.assertEqual(tables.growth_table(rows).splitlines()[2], "| N | 1.0000 | 1.5000 | 1.50 | 10.0 / 1.5 |")

    def test_speed_rows_keep_their_unit(self):
        row = {"suite": "speed", "name": "N", "bytes": 1000, "ns": interval(242.0), "memcpy_ns": interval(20.0),
               "must": "300 ns", "goal": "150 ns", "verdict": "must", "dotnet": "6.0 us"}
        self.assertEqual(tables.speed_table([row]).splitlines()[2],
                         "| N | 1,000 | 242 ns (242 ns .. 242 ns) | 4132 MB/s | 12.10 | 300 ns | 150 ns | must | 6.0 us |")

    def test_speed_rows_that_are_held_to_nothing_have_the_unit_of_their_size(self):
        row = {"suite": "speed", "name": "N", "bytes": 1000, "ns": interval(115.0), "memcpy_ns": interval(20.0)}
        self.assertIn("| 115 ns (115 ns .. 115 ns) |", tables.speed_table([row]))
        row["ns"] = interval(7_480_000.0)
        self.assertIn("| 7.48 ms (7.48 ms .. 7.48 ms) |", tables.speed_table([row]))

    def test_a_run_with_peers_fills_their_table_alone(self):
        report = {"machine": {"processor": "P", "cores": 2, "load": 1.5, "system": "S", "compiler": "C", "build": "B"},
                  "libraries": {}, "command": "dotwire bench", "date": "D", "dotwire": "0.1",
                  "rows": [measured("xml", 1234, 1e6),
                           measured("dotnet10-xml", 1200, 1.2e7, peer=True, dotwire_faster={"write": 12.04, "read": 1.5},
                                    verdicts={"article": "same", "models": "equal", "remark": "holds a|b"}),
                           {"suite": "datatable", "data": "Production.Product", "format": "mono-xml", "title": "Mono",
                            "peer": True, "verdicts": {"article": "failed", "models": "failed", "message": "no"}}]}
        blocks = tables.blocks_of(report)
        self.assertEqual(list(blocks), ["peers run", "peers"])
        self.assertEqual(blocks["peers"].splitlines()[2:],
                         ["| Production.Product | XML | 1,234 | 1.000 | 2.000 |  |  |",
                          "|  | DOTNET10-XML | 1,200 | 12.00 | 2.000 | 12 / 1.5 | holds a\\|b |",
                          "|  | Mono | Failed |  |  |  | no |"])

    def test_blocks_go_between_their_marks_and_nowhere_else(self):
        text = "a\n<!-- bench speed -->\nold\n<!-- end -->\nb\n<!-- bench growth -->\nkept\n<!-- end -->\n"
        replaced, missing = tables.replace(text, {"speed": "new \\1", "costs": "x"})
        self.assertEqual(replaced, text.replace("old", "new \\1"))
        self.assertEqual(missing, ["costs"])

    def test_noisy_runs_say_so(self):
        report = {"machine": {"processor": "P", "cores": 2, "load": 1.5, "system": "S", "compiler": "C", "build": "B"},
                  "libraries": {"zstd": "1.5"}, "command": "dotwire bench", "date": "D", "dotwire": "0.1"}
        text = tables.record_text(report, [measured("xml", 1, 1, noisy=True, round_spread=1.25)])
        self.assertEqual(text, "`dotwire bench`, D, dotwire 0.1: P, 2 cores, load 1.50, S, C, B; zstd 1.5. Noisy: "
                               "Production.Product (1.25).")


if __name__ == "__main__":
    unittest.main()
