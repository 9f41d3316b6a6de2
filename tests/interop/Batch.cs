using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using System.Threading;

namespace Oracle
{
    /// <summary>
    /// Batch FOLDER UTC|NY: reads the files of FOLDER/list.tsv of that time zone, one after the other, and appends what
    /// became of them to FOLDER/answers.RUNTIME.tsv; the dump of what was read goes to FILE.RUNTIME.json. A file that
    /// ends the process or takes too long is known by FOLDER/now.RUNTIME when the program is started again, and is tried
    /// once more, since a runtime may stumble over itself; the exit code is 3 where a start is needed. What runs out of
    /// memory is asked again of a process that has read nothing before: only its answer is one about the file.
    /// </summary>
    internal static class Batch
    {
        private const int StackSize = 64 << 20;
        private const int MostSeconds = 20;

        private static int done;

        private static int Main(string[] args)
        {
            if (args.Length != 2)
            {
                Console.Error.WriteLine("usage: Batch FOLDER UTC|NY");
                return 64;
            }
            Startup.Prepare();
            int result = 1;
            var thread = new Thread(() => result = Program.ReadMany(args[0], args[1] == "NY", ref done), StackSize) { IsBackground = true };
            thread.Start();
            for (int seen = -1; !thread.Join(MostSeconds * 1000);)
            {
                int now = Thread.VolatileRead(ref done);
                if (now == seen) Environment.Exit(3);
                seen = now;
            }
            return result;
        }
    }

    internal static partial class Program
    {
        internal static int ReadMany(string folder, bool newYork, ref int done)
        {
            Thread.CurrentThread.CurrentCulture = CultureInfo.InvariantCulture;
            Thread.CurrentThread.CurrentUICulture = CultureInfo.InvariantCulture;
            string answersFile = Path.Combine(folder, "answers." + Runtime + ".tsv"), now = Path.Combine(folder, "now." + Runtime);
            string triedFile = Path.Combine(folder, "tried." + Runtime);
            var known = new HashSet<string>();
            if (File.Exists(answersFile))
                foreach (string line in File.ReadAllLines(answersFile)) known.Add(line.Substring(0, line.IndexOf('\t')));
            using (var answers = new StreamWriter(new FileStream(answersFile, FileMode.Append), new UTF8Encoding(false)) { AutoFlush = true })
            {
                if (File.Exists(now))
                {
                    string file = File.ReadAllText(now);
                    bool again = File.Exists(triedFile) && File.ReadAllText(triedFile) == file;
                    if (again && file.Length > 0 && known.Add(file)) answers.WriteLine(file + "\tended\tthe process crashed or took too long, twice");
                    File.WriteAllText(triedFile, file);
                }
                foreach (string line in File.ReadAllLines(Path.Combine(folder, "list.tsv")))
                {
                    string[] job = line.Split('\t');
                    if (job[2].EndsWith(OtherZoneSuffix, StringComparison.Ordinal) != newYork || known.Contains(job[0])) continue;
                    File.WriteAllText(now, job[0]);
                    string answer = Answer(Path.Combine(folder, job[0]), job[1], job[2], job[3]);
                    if (done > 0 && answer.Contains("System.OutOfMemoryException"))
                    {
                        File.Delete(now);
                        return 3;
                    }
                    answers.WriteLine(job[0] + "\t" + answer);
                    done++;
                }
            }
            File.Delete(now);
            return 0;
        }

        private static string Answer(string file, string kind, string name, string format)
        {
            try
            {
                bool same;
                string dump = ReadFile(kind, name, format, file, out same);
                if (dump == null) return "unasked\tthe runtime has no such case or format";
                File.WriteAllText(file + "." + Runtime + ".json", dump);
                return "read\t";
            }
            catch (Exception error)
            {
                return "refused\t" + Emitter.Describe(error);
            }
        }
    }
}
