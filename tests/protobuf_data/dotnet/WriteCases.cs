// Tables, and the bytes that protobuf-net-data 4.1.0 and protobuf-net-data-light write of them: makes written.tsv and
// edges.txt. Built by WriteCases.csproj with the oracle's sources (its tables, its description of tables as JSON) and
// the sources of the libraries.
//
// written.tsv: case of the golden corpus, "table" or "set", options, size, SHA-256; or "-" and the exception.
// edges.txt: "=== NAME", the description, then lines of options, hexadecimal digits or "-", the exception.
// Options that change nothing are left out. written-light.tsv and edges-light.txt are the light form's, without the
// descriptions; its sources need ProtoWriter.Create and ProtoReader.Create for protobuf-net 3.
using System;
using System.Data;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using Oracle;

public static class WriteCases
{
#if LIGHT
    static readonly string[] Options = { "light" };
#else
    static readonly string[] Options = { "", "computed", "null-arrays" };
#endif

    static byte[] Write(IDataReader reader, string options)
    {
        var stream = new MemoryStream();
#if LIGHT
        ProtoBuf.Data.Light.DataSerializer.Serialize(stream, reader);
#else
        new ProtoBuf.Data.ProtoDataWriter().Serialize(stream, reader, new ProtoBuf.Data.ProtoDataWriterOptions {
            IncludeComputedColumns = options == "computed", SerializeEmptyArraysAsNull = options == "null-arrays" });
#endif
        return stream.ToArray();
    }

    static string Try(Func<IDataReader> reader, string options, Func<byte[], string> show)
    {
        try { return show(Write(reader(), options)); }
        catch (Exception e) { return "-\t" + e.GetType().Name + ": " + e.Message.Split('\n')[0]; }
    }

    static string Hash(byte[] bytes) => bytes.Length + "\t" + Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant();

    static void Each(Func<IDataReader> reader, Func<byte[], string> show, Action<string, string> found)
    {
        string first = null;
        foreach (string options in Options)
        {
            string result = Try(reader, options, show);
            if (result == first) continue;
            first = first ?? result;
            found(options, result);
        }
    }

    static void Golden(TextWriter lines)
    {
        foreach (TableCase c in TableCases.All())
        {
            Each(() => c.Build().CreateDataReader(), Hash, (options, result) => lines.Write(c.Name + "\ttable\t" + options + "\t" + result + "\n"));
            if (!c.HasSet) continue;
            Each(() => TableCases.SetOf(c, c.Build()).CreateDataReader(), Hash, (options, result) => lines.Write(c.Name + "\tset\t" + options + "\t" + result + "\n"));
        }
    }

    static DataTable Table(string name, string column, Type type, params object[] values)
    {
        var table = new DataTable(name);
        table.Columns.Add(column, type);
        foreach (object value in values) table.Rows.Add(new[] { value });
        table.AcceptChanges();
        return table;
    }

    static void Edge(TextWriter text, DataTable table)
    {
        string json = string.Concat(TableDump.Full(table.TableName, "", table, null).Split('\n').Select(line => line.Trim()));
        text.Write("=== " + table.TableName + "\n");
#if !LIGHT
        text.Write(json + "\n");
#endif
        Each(table.CreateDataReader, Convert.ToHexString, (options, result) => text.Write(options + "\t" + result + "\n"));
    }

    static void Edges(TextWriter text)
    {
        long day = TimeSpan.TicksPerDay;
        Edge(text, Table("TimeSpans", "T", typeof(TimeSpan), new long[] { 0, day, -day, 3 * TimeSpan.TicksPerHour, -TimeSpan.TicksPerMinute, 90 * TimeSpan.TicksPerSecond,
            TimeSpan.TicksPerMillisecond, 1, -1, day + 1, long.MaxValue, long.MinValue, long.MaxValue - 1, long.MinValue + 1, long.MaxValue - long.MaxValue % day }
            .Select(ticks => (object)new TimeSpan(ticks)).ToArray()));
        DateTime epoch = new DateTime(1970, 1, 1);
        Edge(text, Table("DateTimes", "D", typeof(DateTime), DateTime.MinValue, DateTime.MaxValue, epoch, epoch.AddTicks(1), epoch.AddTicks(-1), DateTime.MinValue.AddTicks(1),
            DateTime.MaxValue.AddTicks(-1), DateTime.MaxValue.Date, new DateTime(2011, 4, 5, 12, 16, 41, 300), new DateTime(2020, 2, 29), new DateTime(2020, 2, 29, 7, 0, 0)));
        Edge(text, Table("Decimals", "D", typeof(decimal), 0m, 0.00m, new decimal(0, 0, 0, true, 0), new decimal(0, 0, 0, true, 5), 1m, -1m, 1.10m, decimal.MaxValue,
            decimal.MinValue, new decimal(1, 0, 0, false, 28), new decimal(0, 1, 0, true, 3), new decimal(0, 0, 1, false, 0), 79228162514264337593543950.335m));
        Edge(text, Table("Guids", "G", typeof(Guid), Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), new Guid(1, 0, 0, new byte[8]), new Guid(0, 0, 0, new byte[] { 0, 0, 0, 0, 0, 0, 0, 1 })));
        Edge(text, Table("Chars", "C", typeof(char), '\0', 'a', '\u00e9', '\u7fff', '\u8000', '\uffff'));
        Edge(text, Table("Strings", "S", typeof(string), "", "a", "\u00e9\u6f22\ud83d\ude00", "x\ud800y", "\udc00", new string('z', 127), new string('z', 128), new string('z', 300), "\0"));
        Edge(text, Table("Arrays", "A", typeof(byte[]), new byte[0], new byte[] { 0 }, new byte[] { 1, 2, 3 }, DBNull.Value));
        Edge(text, Table("CharArrays", "A", typeof(char[]), new char[0], new[] { 'a' }, "\u00e9\ud83d\ude00".ToCharArray(), new[] { '\ud800' }, DBNull.Value));
        Edge(text, Table("Int16s", "I", typeof(short), (short)0, (short)127, (short)128, short.MaxValue, short.MinValue, (short)-1));
        Edge(text, Table("Int32s", "I", typeof(int), 0, 127, 128, 16383, 16384, 2097151, 2097152, int.MaxValue, int.MinValue, -1));
        Edge(text, Table("Int64s", "I", typeof(long), 0L, 1L << 35, long.MaxValue, long.MinValue, -1L));
        Edge(text, Table("Bytes", "B", typeof(byte), (byte)0, (byte)127, (byte)128, (byte)255));
        Edge(text, Table("Booleans", "B", typeof(bool), true, false, DBNull.Value));
        Edge(text, Table("Doubles", "D", typeof(double), 0.0, -0.0, 1.5, double.NaN, double.PositiveInfinity, double.Epsilon, double.MaxValue));
        Edge(text, Table("Singles", "S", typeof(float), 0f, -0f, 1.5f, float.NaN, float.NegativeInfinity, float.Epsilon, float.MaxValue));
        Edge(text, Table("Offsets", "O", typeof(DateTimeOffset), new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), DateTimeOffset.MinValue, DateTimeOffset.MaxValue,
            new DateTimeOffset(1999, 12, 31, 23, 59, 59, TimeSpan.FromMinutes(-570)).AddTicks(1234567)));
        Edge(text, Table("SBytes", "S", typeof(sbyte)));
        Edge(text, Table("Objects", "O", typeof(object)));
        Edge(text, Table("Enums", "E", typeof(DayOfWeek)));

        var wide = new DataTable("Wide");
        for (int i = 1; i <= 20; ++i) wide.Columns.Add("C" + i, i % 3 == 0 ? typeof(Guid) : i % 3 == 1 ? typeof(string) : typeof(DateTime));
        wide.Rows.Add(wide.Columns.Cast<DataColumn>().Select(c => c.DataType == typeof(Guid) ? Guid.Empty : c.DataType == typeof(string) ? c.ColumnName : (object)epoch.AddDays(c.Ordinal)).ToArray());
        wide.Rows.Add();
        wide.AcceptChanges();
        Edge(text, wide);

        var computed = new DataTable("Computed");
        computed.Columns.Add("A", typeof(int));
        computed.Columns.Add("Twice", typeof(int), "A * 2");
        computed.Columns.Add("B", typeof(int));
        computed.Columns.Add("C", typeof(int));
        computed.Rows.Add(1, null, 2, 3);
        computed.Rows.Add(4, null, DBNull.Value, 5);
        computed.AcceptChanges();
        Edge(text, computed);

        var other = new DataTable("ComputedOther");
        other.Columns.Add("A", typeof(int));
        other.Columns.Add("Text", typeof(string), "'x' + A");
        other.Columns.Add("B", typeof(int));
        other.Rows.Add(1, null, 2);
        other.AcceptChanges();
        Edge(text, other);

        var last = new DataTable("ComputedLast");
        last.Columns.Add("A", typeof(int));
        last.Columns.Add("B", typeof(string));
        last.Columns.Add("Twice", typeof(int), "A * 2");
        last.Rows.Add(1, "b");
        last.AcceptChanges();
        Edge(text, last);

        var states = new DataTable("States");
        states.Columns.Add("A", typeof(int));
        foreach (int i in new[] { 1, 2, 3, 4 }) states.Rows.Add(i);
        states.AcceptChanges();
        states.Rows[0].Delete();
        states.Rows[1][0] = 20;
        states.Rows[2].BeginEdit();
        states.Rows[2][0] = 30;
        states.Rows.Add(5);
        Edge(text, states);

        var bare = new DataTable("NoColumns");
        bare.Rows.Add(bare.NewRow());
        bare.AcceptChanges();
        Edge(text, bare);
        Edge(text, new DataTable("Nothing"));
    }

    public static int Main(string[] args)
    {
        var utf8 = new UTF8Encoding(false);
        using (var lines = new StreamWriter(args[0], false, utf8)) Golden(lines);
        using (var text = new StreamWriter(args[1], false, utf8)) Edges(text);
        return 0;
    }
}
