using System;
using System.Collections.Generic;
using System.Data;
using System.IO;
using System.Text;

namespace Dotwire.Bench
{
    /// <summary>The layout of the article's Custom Formatter, by BinaryWriter and BinaryReader: a byte and the value for
    /// each cell.</summary>
    internal static class CustomFormatter
    {
        private const byte HasValue = 0;
        private const byte IsDBNull = 1;

        private sealed class Kind
        {
            public Type Type;
            public Action<BinaryWriter, object> Write;
            public Func<BinaryReader, object> Read;
        }

        private static readonly Dictionary<string, Kind> Kinds = AllKinds();

        private static Dictionary<string, Kind> AllKinds()
        {
            var kinds = new Dictionary<string, Kind>();
            Add(kinds, (to, value) => to.Write(value), from => from.ReadBoolean());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadByte());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadSByte());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadInt16());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadUInt16());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadInt32());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadUInt32());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadInt64());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadUInt64());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadSingle());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadDouble());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadDecimal());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadChar());
            Add(kinds, (to, value) => to.Write(value), from => from.ReadString());
            Add(kinds, (to, value) => to.Write(value.Ticks), from => new DateTime(from.ReadInt64()));
            Add(kinds, (to, value) => to.Write(value.Ticks), from => new TimeSpan(from.ReadInt64()));
            Add(kinds, (to, value) => to.Write(value.ToByteArray()), from => new Guid(from.ReadBytes(16)));
            Add(kinds, WriteBytes, from => from.ReadBytes(from.ReadInt32()));
            return kinds;
        }

        private static void Add<T>(Dictionary<string, Kind> kinds, Action<BinaryWriter, T> write, Func<BinaryReader, T> read)
        {
            kinds[typeof(T).FullName] = new Kind
            {
                Type = typeof(T),
                Write = (to, value) => write(to, (T)value),
                Read = from => read(from),
            };
        }

        private static void WriteBytes(BinaryWriter to, byte[] value)
        {
            to.Write(value.Length);
            to.Write(value);
        }

        private static Kind Find(string type)
        {
            Kind kind;
            if (Kinds.TryGetValue(type, out kind)) return kind;
            throw new NotSupportedException("no cells of " + type);
        }

        public static void Write(DataTable table, Stream stream)
        {
            var to = new BinaryWriter(stream, new UTF8Encoding(false), true);
            to.Write(HasValue);
            to.Write(table.TableName);
            to.Write(table.Columns.Count);
            var kinds = new Kind[table.Columns.Count];
            for (int i = 0; i < kinds.Length; i++)
            {
                DataColumn column = table.Columns[i];
                kinds[i] = Find(column.DataType.FullName);
                to.Write(column.ColumnName);
                to.Write(column.DataType.FullName);
            }
            to.Write(table.Rows.Count);
            foreach (DataRow row in table.Rows)
            {
                for (int i = 0; i < kinds.Length; i++)
                {
                    object cell = row[i];
                    bool isNull = cell == DBNull.Value;
                    to.Write(isNull ? IsDBNull : HasValue);
                    if (!isNull) kinds[i].Write(to, cell);
                }
            }
            to.Flush();
        }

        public static DataTable Read(Stream stream)
        {
            var from = new BinaryReader(stream, new UTF8Encoding(false), true);
            from.ReadByte();
            var table = new DataTable(from.ReadString());
            var kinds = new Kind[from.ReadInt32()];
            for (int i = 0; i < kinds.Length; i++)
            {
                string name = from.ReadString();
                kinds[i] = Find(from.ReadString());
                table.Columns.Add(name, kinds[i].Type);
            }
            int rows = from.ReadInt32();
            table.BeginLoadData();
            for (int row = 0; row < rows; row++)
            {
                var cells = new object[kinds.Length];
                for (int i = 0; i < cells.Length; i++)
                    cells[i] = from.ReadByte() == HasValue ? kinds[i].Read(from) : DBNull.Value;
                table.LoadDataRow(cells, false);
            }
            table.EndLoadData();
            return table;
        }
    }
}
