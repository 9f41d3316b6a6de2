using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Threading;

namespace Oracle
{
    /// <summary>
    /// RandomCases OUT FIRST GRAPHS TABLES: makes so many random graphs and tables, seeds FIRST and on, and writes them like
    /// the golden files: OUT/RUNTIME/manifest.tsv, expected.json, contract.json and what each serializer makes of them.
    /// The same seed gives the same case on each runtime, as far as the runtime has the types.
    /// </summary>
    internal static class RandomCases
    {
        private const int StackSize = 64 << 20;

        private static int Main(string[] args)
        {
            int first, graphs, tables;
            if (args.Length != 4 || !int.TryParse(args[1], out first) || !int.TryParse(args[2], out graphs) || !int.TryParse(args[3], out tables))
            {
                Console.Error.WriteLine("usage: RandomCases OUT FIRST GRAPHS TABLES");
                return 64;
            }
            Startup.Prepare();
            int result = 1;
            var thread = new Thread(() => result = Emit(args[0], first, graphs, tables), StackSize);
            thread.Start();
            thread.Join();
            return result;
        }

        private static int Emit(string output, int first, int graphs, int tables)
        {
            Thread.CurrentThread.CurrentCulture = CultureInfo.InvariantCulture;
            Thread.CurrentThread.CurrentUICulture = CultureInfo.InvariantCulture;
            return Program.EmitRandom(output, Graphs(first, graphs), Tables(first, tables));
        }

        private static IEnumerable<GraphCase> Graphs(int first, int count)
        {
            for (int i = first; i < first + count; i++)
            {
                ulong seed = (ulong)i;
                yield return new GraphCase
                {
                    Name = "random-" + Number(i),
                    Build = () => new RandomGraph(seed).Root(),
                    RootType = typeof(object),
                    Families = Families.Binary,
                };
            }
        }

        /// <summary>Every third case is a set.</summary>
        private static IEnumerable<TableCase> Tables(int first, int count)
        {
            for (int i = first; i < first + count; i++)
            {
                ulong seed = (ulong)i;
                bool set = i % 3 == 0;
                yield return new TableCase
                {
                    Name = (set ? "random-set-" : "random-") + Number(i),
                    HasSet = set,
                    Build = () => set ? new RandomTable(seed).Set().Tables[0] : new RandomTable(seed).Table(),
                };
            }
        }

        private static string Number(int i) { return i.ToString("D5", CultureInfo.InvariantCulture); }
    }

    internal static partial class Program
    {
        internal static int EmitRandom(string output, IEnumerable<GraphCase> graphs, IEnumerable<TableCase> tables)
        {
            string root = Path.Combine(output, Runtime);
            if (Directory.Exists(root)) Directory.Delete(root, true);
            Directory.CreateDirectory(root);
            var emitter = new Emitter(root);
            foreach (GraphCase c in graphs) Guarded(emitter, "graph", c.Name, () => EmitGraph(emitter, c, ""));
            foreach (TableCase c in tables) Guarded(emitter, "table", c.Name, () => EmitTable(emitter, c, ""));
            emitter.WriteManifest(Path.Combine(root, "manifest.tsv"));
            Console.WriteLine(emitter.Count + " rows, " + emitter.Failures + " of them failures");
            return 0;
        }
    }
}
