// The real serializers of .NET and Mono beside dotwire's. The parent, `dotwire bench datatable --peers`, sends one command
// a line and gets one line back, "ok ..." or "failed MESSAGE"; bytes travel in files.
//
//   runtime                       ok .NET 10.0.12
//   formats                       ok xml binaryformatter ...
//   load FILE                     the table from now on: XML with its schema
//   write FORMAT FILE             the table as this format writes it
//   read FORMAT FILE XML          what it reads from the file, as XML with schema; the bytes stay for time-read
//   time-write FORMAT CALLS       ok NANOSECONDS, of all calls together, by the wall clock
//   time-read FORMAT CALLS
using System;
using System.Collections.Generic;
using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Threading;

namespace Dotwire.Bench
{
    internal sealed class Session
    {
        private readonly MemoryStream written = new MemoryStream();
        private readonly Dictionary<string, byte[]> toRead = new Dictionary<string, byte[]>();
        private DataTable table;

        public string Answer(string[] words)
        {
            switch (words[0])
            {
                case "runtime": return RuntimeName();
                case "formats": return string.Join(" ", Array.ConvertAll(Serializers.All, one => one.Name));
                case "load": return Load(words[1]);
                case "write": return Write(Serializers.Find(words[1]), words[2]);
                case "read": return Read(Serializers.Find(words[1]), words[2], words[3]);
                case "time-write": return TimeWrite(Serializers.Find(words[1]), Calls(words[2]));
                case "time-read": return TimeRead(Serializers.Find(words[1]), Calls(words[2]));
                default: throw new ArgumentException("no command " + words[0]);
            }
        }

        private static string RuntimeName()
        {
            Type mono = Type.GetType("Mono.Runtime");
            if (mono == null) return ".NET " + Environment.Version;
            var name = mono.GetMethod("GetDisplayName", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static);
            return "Mono " + (name == null ? "" : ((string)name.Invoke(null, null)).Split(' ')[0]);
        }

        private static int Calls(string text)
        {
            return int.Parse(text, CultureInfo.InvariantCulture);
        }

        private string Load(string file)
        {
            using (FileStream stream = File.OpenRead(file)) table = Serializers.ReadXml(stream);
            return "";
        }

        private string Write(Serializer format, string file)
        {
            written.SetLength(0);
            format.Write(table, written);
            File.WriteAllBytes(file, written.ToArray());
            return "";
        }

        private string Read(Serializer format, string file, string xml)
        {
            byte[] bytes = File.ReadAllBytes(file);
            DataTable back = format.Read(new MemoryStream(bytes, false));
            if (back.TableName.Length == 0 && table != null) back.TableName = table.TableName;
            using (FileStream stream = File.Create(xml)) Serializers.WriteXml(back, stream);
            toRead[format.Name] = bytes;
            return "";
        }

        private string TimeWrite(Serializer format, int calls)
        {
            Stopwatch watch = Stopwatch.StartNew();
            for (int i = 0; i < calls; i++)
            {
                written.SetLength(0);
                format.Write(table, written);
            }
            return Nanoseconds(watch);
        }

        private string TimeRead(Serializer format, int calls)
        {
            byte[] bytes = toRead[format.Name];
            Stopwatch watch = Stopwatch.StartNew();
            for (int i = 0; i < calls; i++) format.Read(new MemoryStream(bytes, false));
            return Nanoseconds(watch);
        }

        private static string Nanoseconds(Stopwatch watch)
        {
            watch.Stop();
            return (watch.ElapsedTicks * 1e9 / Stopwatch.Frequency).ToString("F0", CultureInfo.InvariantCulture);
        }
    }

    internal static class Program
    {
        private static string Answer(Session session, string line)
        {
            try
            {
                return ("ok " + session.Answer(line.Split('\t'))).TrimEnd();
            }
            catch (Exception error)
            {
                return "failed " + error.GetType().Name + ": " + error.Message.Replace('\r', ' ').Replace('\n', ' ');
            }
        }

        private static void Main()
        {
            Thread.CurrentThread.CurrentCulture = CultureInfo.InvariantCulture;
            var session = new Session();
            for (string line; (line = Console.In.ReadLine()) != null;)
            {
                Console.Out.WriteLine(Answer(session, line));
                Console.Out.Flush();
            }
        }
    }
}
