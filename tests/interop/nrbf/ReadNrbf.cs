using System;
using System.Collections;
using System.Collections.Generic;
using System.Formats.Nrbf;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

namespace Interop
{
    /// <summary>
    /// ReadNrbf FOLDER: decodes the payloads of FOLDER/list.tsv with NrbfDecoder. A file that dotwire wrote must be
    /// decoded to the same outline as its control, which .NET wrote, or be refused where that is.
    /// </summary>
    internal static class ReadNrbf
    {
        private static int Main(string[] args)
        {
            if (args.Length != 1) return 64;
            var outlines = new Dictionary<string, string>();
            int same = 0, refused = 0, faults = 0, own = 0;
            foreach (string line in File.ReadAllLines(Path.Combine(args[0], "list.tsv")))
            {
                string[] job = line.Split('\t');
                if (!job[0].EndsWith(".bin", StringComparison.Ordinal)) continue;
                string outline = Outline(Path.Combine(args[0], job[0]));
                if (job[0] == job[5])
                {
                    outlines[job[0]] = outline;
                    if (!outline.StartsWith('!')) own++;
                    continue;
                }
                // What a conversion lost is not there.
                bool lossy = job[6].Contains("lossy"), ours = !outline.StartsWith('!'), control = !outlines[job[5]].StartsWith('!');
                bool isGraph = job[1] == "graph";
                if (isGraph && !lossy ? outline == outlines[job[5]] : ours || !control)
                {
                    if (ours) same++;
                    else refused++;
                    continue;
                }
                faults++;
                Console.WriteLine(job[0] + " " + job[2] + " " + job[3] + " (" + job[6] + "): " + Short(outline) + " against " + Short(outlines[job[5]]));
            }
            Console.WriteLine("System.Formats.Nrbf reads " + same + " of our " + (same + refused + faults) + " payloads and " + own + " of .NET's; " + faults + " not as .NET's own");
            return faults == 0 ? 0 : 1;
        }

        private static string Short(string text) => text.Length > 300 ? text.Substring(0, 300) + "..." : text;

        private static string Outline(string file)
        {
            try
            {
                using (var stream = File.OpenRead(file)) return new Printer().Print(NrbfDecoder.Decode(stream));
            }
            catch (Exception error)
            {
                return "! " + error.GetType();
            }
        }

        /// <summary>Each record once, in the order in which they are met; breadth first, so that depth costs nothing.</summary>
        private sealed class Printer
        {
            private readonly StringBuilder text = new StringBuilder();
            private readonly Dictionary<SerializationRecordId, int> numbers = new Dictionary<SerializationRecordId, int>();
            private readonly Queue<SerializationRecord> queue = new Queue<SerializationRecord>();

            public string Print(SerializationRecord root)
            {
                Value(root);
                while (queue.Count > 0) Record(queue.Dequeue());
                return text.ToString();
            }

            private void Record(SerializationRecord record)
            {
                text.Append('\n').Append(record.TypeName.FullName);
                if (record is ClassRecord members)
                {
                    foreach (string name in members.MemberNames)
                    {
                        text.Append(' ').Append(name).Append('=');
                        Value(members.GetRawValue(name));
                    }
                }
                else if (record is ArrayRecord array)
                {
                    foreach (int length in array.Lengths) text.Append('[').Append(length).Append(']');
                    if (Elements(array) is IEnumerable elements)
                    {
                        foreach (object element in elements)
                        {
                            text.Append(' ');
                            Value(element);
                        }
                    }
                }
            }

            private static Array Elements(ArrayRecord array)
            {
                switch (array)
                {
                    case SZArrayRecord<string> a: return a.GetArray();
                    case SZArrayRecord<SerializationRecord> a: return a.GetArray();
                    case SZArrayRecord<ClassRecord> a: return a.GetArray();
                    case SZArrayRecord<byte> a: return a.GetArray();
                    case SZArrayRecord<int> a: return a.GetArray();
                    case SZArrayRecord<long> a: return a.GetArray();
                    case SZArrayRecord<double> a: return a.GetArray();
                    case SZArrayRecord<float> a: return a.GetArray();
                    case SZArrayRecord<char> a: return a.GetArray();
                    case SZArrayRecord<bool> a: return a.GetArray();
                    case SZArrayRecord<decimal> a: return a.GetArray();
                    case SZArrayRecord<DateTime> a: return a.GetArray();
                    case SZArrayRecord<TimeSpan> a: return a.GetArray();
                    default: return null;
                }
            }

            private void Value(object value)
            {
                switch (value)
                {
                    case null: text.Append("null"); break;
                    case SerializationRecord record when record is ClassRecord || record is ArrayRecord:
                        if (!numbers.TryGetValue(record.Id, out int number) || record.Id.Equals(default(SerializationRecordId)))
                        {
                            numbers[record.Id] = number = numbers.Count + 1;
                            queue.Enqueue(record);
                        }
                        text.Append('#').Append(number);
                        break;
                    case PrimitiveTypeRecord primitive: Value(primitive.Value); break;
                    case string content: text.Append('"').Append(content).Append('"'); break;
                    case DateTime time: text.Append(time.Ticks).Append(time.Kind); break;
                    default: text.Append(Convert.ToString(value, CultureInfo.InvariantCulture)); break;
                }
            }
        }
    }
}
