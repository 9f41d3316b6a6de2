using System;
using System.Collections.Generic;
using System.Data;
using System.IO;
using System.Runtime.Serialization.Formatters.Binary;

namespace Dotwire.Bench
{
    /// <summary>One way of writing and reading a table that a user of .NET has.</summary>
    internal sealed class Serializer
    {
        public string Name;
        public Action<DataTable, Stream> Write;
        public Func<Stream, DataTable> Read;
    }

    internal static class Serializers
    {
        public static readonly Serializer[] All = WithLibraries(
            new Serializer { Name = "xml", Write = WriteXml, Read = ReadXml },
            new Serializer { Name = "binaryformatter", Write = WriteBinary, Read = ReadBinary },
            new Serializer { Name = "lightweight", Write = WriteLightweight, Read = ReadLightweight },
            new Serializer { Name = "drew", Write = DrewFormatter.Write, Read = DrewFormatter.Read },
            new Serializer { Name = "custom", Write = CustomFormatter.Write, Read = CustomFormatter.Read });

        private static Serializer[] WithLibraries(params Serializer[] own)
        {
            var all = new List<Serializer>(own);
            foreach (Serializer one in Libraries.Find())
                if (!all.Exists(known => known.Name == one.Name)) all.Add(one);
            return all.ToArray();
        }

        public static Serializer Find(string name)
        {
            foreach (Serializer one in All)
                if (one.Name == name) return one;
            throw new ArgumentException("no serializer " + name);
        }

        public static void WriteXml(DataTable table, Stream stream)
        {
            table.WriteXml(stream, XmlWriteMode.WriteSchema);
        }

        public static DataTable ReadXml(Stream stream)
        {
            var table = new DataTable();
            table.ReadXml(stream);
            return table;
        }

        private static void WriteBinary(DataTable table, Stream stream)
        {
            table.RemotingFormat = SerializationFormat.Binary;
            new BinaryFormatter().Serialize(stream, table);
        }

        private static DataTable ReadBinary(Stream stream)
        {
            return (DataTable)new BinaryFormatter().Deserialize(stream);
        }

        /// <summary>The article's idea: BinaryFormatter of the rows as arrays, and the schema as text behind it.</summary>
        private static void WriteLightweight(DataTable table, Stream stream)
        {
            var rows = new object[table.Rows.Count][];
            for (int i = 0; i < rows.Length; i++) rows[i] = table.Rows[i].ItemArray;
            new BinaryFormatter().Serialize(stream, rows);
            table.WriteXmlSchema(stream);
        }

        private static DataTable ReadLightweight(Stream stream)
        {
            var rows = (object[][])new BinaryFormatter().Deserialize(stream);
            var table = new DataTable();
            table.ReadXmlSchema(stream);
            table.BeginLoadData();
            foreach (object[] row in rows) table.LoadDataRow(row, false);
            table.EndLoadData();
            return table;
        }
    }
}
