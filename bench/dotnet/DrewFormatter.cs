using System;
using System.Data;
using System.IO;
using System.Runtime.Serialization.Formatters.Binary;

namespace Dotwire.Bench
{
    /// <summary>Drew Noakes' idea: BinaryFormatter of an array of tables, each with its cells in one rectangle. Types are
    /// text, since a Type cannot be serialized on .NET.</summary>
    internal static class DrewFormatter
    {
        [Serializable]
        private sealed class Table
        {
            public string Name;
            public int ColumnCount;
            public int RowCount;
            public string[] ColumnNames;
            public string[] ColumnTypes;
            public object[,] Values;
        }

        public static void Write(DataTable table, Stream stream)
        {
            int columns = table.Columns.Count;
            var one = new Table
            {
                Name = table.TableName,
                ColumnCount = columns,
                RowCount = table.Rows.Count,
                ColumnNames = new string[columns],
                ColumnTypes = new string[columns],
                Values = new object[table.Rows.Count, columns],
            };
            for (int i = 0; i < columns; i++)
            {
                one.ColumnNames[i] = table.Columns[i].ColumnName;
                one.ColumnTypes[i] = table.Columns[i].DataType.AssemblyQualifiedName;
            }
            for (int row = 0; row < one.RowCount; row++)
            {
                DataRow cells = table.Rows[row];
                for (int i = 0; i < columns; i++) one.Values[row, i] = cells[i];
            }
            new BinaryFormatter().Serialize(stream, new[] { one });
        }

        public static DataTable Read(Stream stream)
        {
            Table one = ((Table[])new BinaryFormatter().Deserialize(stream))[0];
            var table = new DataTable(one.Name);
            for (int i = 0; i < one.ColumnCount; i++)
                table.Columns.Add(one.ColumnNames[i], Type.GetType(one.ColumnTypes[i], true));
            table.BeginLoadData();
            for (int row = 0; row < one.RowCount; row++)
            {
                var cells = new object[one.ColumnCount];
                for (int i = 0; i < cells.Length; i++) cells[i] = one.Values[row, i];
                table.LoadDataRow(cells, false);
            }
            table.EndLoadData();
            return table;
        }
    }
}
