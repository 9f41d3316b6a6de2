using System;
using System.Collections;
using System.Collections.Generic;
using System.Data;
using System.Data.SqlTypes;
using System.Globalization;
using System.Numerics;
using Cases;

namespace Oracle
{
    /// <summary>
    /// One random DataTable or DataSet: columns of every storage with every property, keys, constraints, relations, rows in
    /// every state with errors. What the runtime refuses to make is left out of the case.
    /// </summary>
    internal sealed class RandomTable
    {
        private readonly Lcg lcg;
        private readonly bool plain;

        public RandomTable(ulong seed)
        {
            lcg = new Lcg(seed * 104729 + 19);
            for (int i = 0; i < 8; i++) lcg.Next();
            plain = Chance(30);
        }

        private static readonly Type[] Types =
        {
            typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float),
            typeof(double), typeof(decimal), typeof(DateTime), typeof(TimeSpan), typeof(Guid), typeof(string), typeof(byte[]), typeof(DateTimeOffset)
        };

        private static readonly Type[] OddTypes =
        {
            typeof(char), typeof(object), typeof(SqlBoolean), typeof(SqlByte), typeof(SqlInt16), typeof(SqlInt32), typeof(SqlInt64), typeof(SqlSingle), typeof(SqlDouble), typeof(SqlDecimal),
            typeof(SqlMoney), typeof(SqlDateTime), typeof(SqlGuid), typeof(SqlString), typeof(SqlBinary), typeof(SqlBytes), typeof(SqlChars), typeof(char[]), typeof(Uri), typeof(Type),
            typeof(int[]), typeof(BigInteger), typeof(IntEnum), typeof(DayOfWeek)
        };

        private int Below(int limit) { return (int)(lcg.Next() % (uint)limit); }
        private bool Chance(int percent) { return Below(100) < percent; }
        private T Pick<T>(IList<T> from) { return from[Below(from.Count)]; }

        /// <summary>What the runtime refuses is not there.</summary>
        private static void Try(Action change)
        {
            try { change(); }
            catch (Exception) { }
        }

        public DataTable Table()
        {
            DataTable table = Columns(Name("Table", 20));
            Keys(table);
            Rows(table);
            return table;
        }

        public DataSet Set()
        {
            var set = new DataSet(Name("Set", 20)) { Locale = CultureInfo.InvariantCulture };
            if (!plain)
            {
                if (Chance(25)) set.Namespace = "urn:set";
                if (Chance(15)) set.Prefix = "s";
                if (Chance(20)) set.CaseSensitive = true;
                if (Chance(20)) Try(() => set.Locale = new CultureInfo("en-US"));
                Properties(set.ExtendedProperties);
            }
            for (int tables = 1 + Below(4), i = 0; i < tables; i++)
            {
                DataTable table = Columns(Name("T" + i, 15));
                Try(() => set.Tables.Add(table));
                Keys(table);
            }
            if (set.Tables.Count == 0) set.Tables.Add(Columns("Only"));
            set.EnforceConstraints = false;
            for (int i = Below(set.Tables.Count); i > 0; i--) Relation(set);
            foreach (DataTable table in set.Tables) Rows(table);
            Try(() => set.EnforceConstraints = true);
            return set;
        }

        private string Name(string usual, int oddPercent)
        {
            if (plain || !Chance(oddPercent)) return usual;
            return usual + Pick(new[] { " space", "\u00e9\u6f22", ".dot", "_x0020_", "<&>'\"", "-dash", ":colon", "1", "\ud83d\ude00" });
        }

        private string Text(int most)
        {
            switch (Below(plain ? 2 : 9))
            {
                case 2: return "";
                case 3: return "  padded \n\r\n\t";
                case 4: return "<&>\"']]>";
                case 5: return "\u00e9\u6f22\ud83d\ude00";
                case 6: return Chance(20) ? "\0\u0001\ufffe" : "\u0085\u2028";
                default: return lcg.String(0, most);
            }
        }

        private void Properties(PropertyCollection to)
        {
            if (!Chance(15)) return;
            for (int i = 1 + Below(2); i > 0; i--) to["property" + Below(5)] = Chance(80) ? Text(9) : (object)lcg.Int32();
        }

        // ---- columns

        private DataTable Columns(string name)
        {
            var table = new DataTable(name);
            if (!Chance(30)) table.Locale = CultureInfo.InvariantCulture;
            if (!plain)
            {
                if (Chance(15)) table.Namespace = Pick(new[] { "urn:table", "http://example.org/t" });
                if (Chance(10)) table.Prefix = "t";
                if (Chance(15)) table.CaseSensitive = true;
                if (Chance(10)) Try(() => table.Locale = new CultureInfo(Pick(new[] { "de-DE", "en-US", "ja-JP" })));
                if (Chance(15)) table.MinimumCapacity = Below(200);
                Properties(table.ExtendedProperties);
            }
            for (int columns = 1 + Below(9), i = 0; i < columns; i++)
            {
                int at = i;
                Try(() => table.Columns.Add(Column(at)));
            }
            if (table.Columns.Count == 0) table.Columns.Add("Only", typeof(int));
            if (!plain && Chance(15)) Try(() => table.Columns.Add(new DataColumn("Computed", typeof(string), "'x' + Convert([" + table.Columns[0].ColumnName + "], 'System.String')")));
            if (!plain && Chance(10)) table.DisplayExpression = "'shown'";
            return table;
        }

        private DataColumn Column(int at)
        {
            Type type = plain || Chance(75) ? Pick(Types) : Pick(OddTypes);
            var column = new DataColumn(Name("C" + at, 12), type);
            if (Chance(20)) column.AllowDBNull = false;
            if (plain) return column;
            if (Chance(15)) column.Caption = Text(9);
            if (type == typeof(string) && Chance(20)) column.MaxLength = 400 + Below(100);
            if (type == typeof(DateTime) && Chance(60)) column.DateTimeMode = (DataSetDateTime)(1 + Below(4));
            if (Chance(20)) Try(() => column.DefaultValue = Value(column));
            if ((type == typeof(int) || type == typeof(long) || type == typeof(short) || type == typeof(decimal)) && Chance(20))
                Try(() => { column.AutoIncrement = true; column.AutoIncrementSeed = lcg.Int16(); column.AutoIncrementStep = Below(5) - 6; });
            if (Chance(12)) Try(() => column.ReadOnly = true);
            if (Chance(8)) Try(() => column.ColumnMapping = MappingType.Attribute);
            if (Chance(6)) Try(() => column.ColumnMapping = MappingType.Hidden);
            if (Chance(6)) column.Namespace = "urn:column";
            if (Chance(4)) column.Prefix = "c";
            Properties(column.ExtendedProperties);
            return column;
        }

        private void Keys(DataTable table)
        {
            if (Chance(30))
            {
                DataColumn id = new DataColumn("Id", typeof(int)) { AllowDBNull = false };
                Try(() => table.Columns.Add(id));
                if (Chance(60)) Try(() => table.PrimaryKey = new[] { id });
                else Try(() => id.Unique = true);
            }
            if (!plain && Chance(12)) Try(() => table.Constraints.Add(new UniqueConstraint(Name("U", 20), new[] { Pick(Listed(table)), Pick(Listed(table)) })));
        }

        private static List<DataColumn> Listed(DataTable table)
        {
            var columns = new List<DataColumn>();
            foreach (DataColumn column in table.Columns) columns.Add(column);
            return columns;
        }

        private void Relation(DataSet set)
        {
            DataTable parent = set.Tables[Below(set.Tables.Count)], child = set.Tables[Below(set.Tables.Count)];
            Try(() =>
            {
                DataColumn key = parent.Columns.Contains("Key") ? parent.Columns["Key"] : parent.Columns.Add("Key", typeof(int));
                string link = "Link" + Below(3);
                DataColumn other = child.Columns.Contains(link) ? child.Columns[link] : child.Columns.Add(link, typeof(int));
                bool constrained = Chance(70);
                var relation = new DataRelation(Name("R" + set.Relations.Count, 20), key, other, constrained);
                set.Relations.Add(relation);
                if (!plain) Properties(relation.ExtendedProperties);
                if (Chance(30)) Try(() => relation.Nested = true);
                if (constrained && Chance(30) && relation.ChildKeyConstraint != null)
                {
                    relation.ChildKeyConstraint.DeleteRule = (Rule)Below(4);
                    relation.ChildKeyConstraint.UpdateRule = (Rule)Below(4);
                    relation.ChildKeyConstraint.AcceptRejectRule = (AcceptRejectRule)Below(2);
                }
            });
        }

        // ---- rows

        private void Rows(DataTable table)
        {
            int rows = Chance(80) ? Below(8) : 40 + Below(60);
            for (int i = 0; i < rows; i++)
            {
                int number = i;
                Try(() =>
                {
                    DataRow row = table.NewRow();
                    foreach (DataColumn column in table.Columns)
                    {
                        if (column.Expression.Length > 0 || column.AutoIncrement && Chance(80)) continue;
                        if (column.ColumnName == "Id" || column.ColumnName == "Key") row[column] = number;
                        else if (column.ColumnName.StartsWith("Link", StringComparison.Ordinal)) row[column] = Chance(20) ? (object)DBNull.Value : Below(rows);
                        else Set(row, column);
                    }
                    table.Rows.Add(row);
                });
            }
            if (Chance(80)) table.AcceptChanges();
            if (plain) return;
            for (int i = Below(table.Rows.Count + 1); i > 0; i--) Change(table.Rows[Below(table.Rows.Count)]);
        }

        private void Set(DataRow row, DataColumn column)
        {
            if (column.AllowDBNull && Chance(25))
            {
                if (Chance(70)) row[column] = DBNull.Value;
                return;
            }
            row[column] = Value(column);
        }

        private void Change(DataRow row)
        {
            switch (Below(6))
            {
                case 0: Try(row.Delete); break;
                case 1: Try(() => row.RowError = Text(9)); break;
                case 2: Try(() => row.SetColumnError(Below(row.Table.Columns.Count), Text(9))); break;
                case 3: Try(row.AcceptChanges); break;
                default:
                    DataColumn column = row.Table.Columns[Below(row.Table.Columns.Count)];
                    if (column.ColumnName != "Id" && column.ColumnName != "Key") Try(() => row[column] = Value(column));
                    break;
            }
        }

        private object Value(DataColumn column)
        {
            Type type = column.DataType;
            bool edge = !plain && Chance(15);
            switch (Type.GetTypeCode(type))
            {
                case TypeCode.Boolean: return lcg.Boolean();
                case TypeCode.Byte: return lcg.Byte();
                case TypeCode.SByte: return lcg.SByte();
                case TypeCode.Int16: return lcg.Int16();
                case TypeCode.UInt16: return lcg.UInt16();
                case TypeCode.Int32: if (!type.IsEnum) return edge ? int.MinValue : lcg.Int32(); break;
                case TypeCode.UInt32: return lcg.Next();
                case TypeCode.Int64: return edge ? long.MinValue : lcg.Int64();
                case TypeCode.UInt64: return lcg.Next64();
                case TypeCode.Single: return edge ? Pick(new[] { float.NaN, float.NegativeInfinity, -0f, 0.1f }) : lcg.Single();
                case TypeCode.Double: return edge ? Pick(new[] { double.NaN, double.PositiveInfinity, -0.0, 0.1, 1e23 }) : lcg.Double();
                case TypeCode.Decimal: return edge ? Pick(new[] { 0.00m, decimal.MaxValue, new decimal(0, 0, 0, true, 0), -1.10m }) : lcg.Decimal();
                case TypeCode.Char: return edge ? Pick("\u00e9\u6f22 \t".ToCharArray()) : lcg.Char();
                case TypeCode.String: return Text(20);
                case TypeCode.DateTime:
                    DateTime date = edge ? Pick(new[] { DateTime.MinValue, new DateTime(9999, 12, 31, 23, 59, 59, 999), new DateTime(1234567890123) }) : lcg.DateTime();
                    return DateTime.SpecifyKind(date, plain ? DateTimeKind.Unspecified : (DateTimeKind)Below(3));
            }
            if (type == typeof(IntEnum)) return Pick(new[] { IntEnum.Red, IntEnum.Zero, IntEnum.Max, (IntEnum)77 });
            if (type == typeof(DayOfWeek)) return (DayOfWeek)Below(7);
            if (type == typeof(TimeSpan)) return edge ? Pick(new[] { TimeSpan.Zero, TimeSpan.MaxValue, new TimeSpan(1) }) : lcg.TimeSpan();
            if (type == typeof(Guid)) return edge ? Guid.Empty : lcg.Guid();
            if (type == typeof(byte[])) return lcg.Bytes(30);
            if (type == typeof(DateTimeOffset)) return new DateTimeOffset(lcg.DateTime(), TimeSpan.FromMinutes(Below(1680) - 840));
            if (type == typeof(char[])) return lcg.Letters(Below(6)).ToCharArray();
            if (type == typeof(Uri)) return Pick(new[] { new Uri("http://example.org/a%20b?q=1"), new Uri("../up", UriKind.Relative), new Uri("urn:x:y") });
            if (type == typeof(Type)) return Pick(new[] { typeof(string), typeof(int[]), typeof(DataTable) });
            if (type == typeof(int[])) return new[] { lcg.Int32(), 5 };
            if (type == typeof(BigInteger)) return new BigInteger(lcg.Bytes(1, 20));
            if (type == typeof(object))
            {
                switch (Below(6))
                {
                    case 0: return lcg.Int32();
                    case 1: return Text(9);
                    case 2: return lcg.Decimal();
                    case 3: return lcg.DateTime();
                    case 4: return lcg.Guid();
                    default: return lcg.Bytes(6);
                }
            }
            return SqlValue(type);
        }

        private object SqlValue(Type type)
        {
            if (type == typeof(SqlBoolean)) return new SqlBoolean(lcg.Boolean());
            if (type == typeof(SqlByte)) return new SqlByte(lcg.Byte());
            if (type == typeof(SqlInt16)) return new SqlInt16(lcg.Int16());
            if (type == typeof(SqlInt32)) return new SqlInt32(lcg.Int32());
            if (type == typeof(SqlInt64)) return new SqlInt64(lcg.Int64());
            if (type == typeof(SqlSingle)) return new SqlSingle(lcg.Single());
            if (type == typeof(SqlDouble)) return new SqlDouble(lcg.Double());
            if (type == typeof(SqlDecimal)) return Chance(50) ? new SqlDecimal(lcg.Decimal()) : new SqlDecimal((byte)(20 + Below(18)), (byte)Below(10), lcg.Boolean(), lcg.Int32() & 0xffffff, 1, 0, 0);
            if (type == typeof(SqlMoney)) return new SqlMoney(lcg.Int64() / 10000m);
            if (type == typeof(SqlDateTime)) return new SqlDateTime(lcg.DateTime());
            if (type == typeof(SqlGuid)) return new SqlGuid(lcg.Guid());
            if (type == typeof(SqlString)) return new SqlString(lcg.String(0, 9), 1033);
            if (type == typeof(SqlBinary)) return new SqlBinary(lcg.Bytes(9));
            if (type == typeof(SqlBytes)) return new SqlBytes(lcg.Bytes(9));
            return new SqlChars(lcg.Letters(Below(9)).ToCharArray());
        }
    }
}
