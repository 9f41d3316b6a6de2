// Asks .NET what it makes of schemas and data by other hands: reads inputs.txt, writes expected.txt.
//
//   dotnet run -- inputs.txt expected.txt     (.NET 10, invariant culture, TZ=UTC)
//
// inputs.txt: "=== NAME MODE", then the document. MODE: schema (DataSet.ReadXmlSchema), strings and typed (ReadXml with
// InferSchema and InferTypedSchema).
// expected.txt: "=== NAME MODE", then "error TYPE: MESSAGE", or what the DataSet holds, its rows, and, behind "--- xsd",
// the text of WriteXmlSchema.
using System;
using System.Collections;
using System.Data;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Xml;

static class Generate
{
    const BindingFlags Hiding = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    static int Main(string[] args)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        var result = new StringBuilder();
        foreach (string part in ("\n" + File.ReadAllText(args[0])).Split("\n=== ").Skip(1))
        {
            int end = part.IndexOf('\n');
            string head = part.Substring(0, end);
            result.Append("=== ").Append(head).Append('\n').Append(Ask(head.Split(' ')[1], part.Substring(end + 1).Trim('\n')));
        }
        File.WriteAllText(args[1], result.ToString());
        return 0;
    }

    static string Ask(string mode, string text)
    {
        var set = new DataSet();
        try
        {
            var reader = new StringReader(text);
            if (mode == "schema") set.ReadXmlSchema(reader);
            else set.ReadXml(reader, mode == "typed" ? XmlReadMode.InferTypedSchema : XmlReadMode.InferSchema);
        }
        catch (Exception e)
        {
            return "error " + e.GetType().Name + ": " + e.Message.Replace('\n', ' ') + "\n";
        }
        var dump = new StringBuilder();
        Dump(set, dump);
        foreach (DataTable table in set.Tables)
            foreach (DataRow row in table.Rows) Row(table, row, dump);
        dump.Append("--- xsd\n");
        try
        {
            var stream = new MemoryStream();
            set.WriteXmlSchema(stream);
            string schema = Encoding.UTF8.GetString(stream.ToArray());
            // More than two namespaces come in the order of a hash table, which differs from process to process.
            bool varies = schema.Contains("schemafragmentcount") && !schema.Contains("schemafragmentcount=\"2\"");
            dump.Append(varies ? "several namespaces" : schema).Append('\n');
        }
        catch (Exception e)
        {
            dump.Append("error ").Append(e.GetType().Name).Append('\n');
        }
        return dump.ToString();
    }

    static void Dump(DataSet set, StringBuilder to)
    {
        to.Append("set ").Append(set.DataSetName);
        Say(to, "ns", set.Namespace, "");
        Say(to, "prefix", set.Prefix, "");
        Say(to, "case", set.CaseSensitive, false);
        Say(to, "enforce", set.EnforceConstraints, true);
        Say(to, "locale", Hidden(set, "_cultureUserSet") is true ? set.Locale.Name + "!" : "", "");
        Say(to, "top", Hidden(set, "_fTopLevelTable"), false);
        Properties(to, set.ExtendedProperties);
        to.Append('\n');
        foreach (DataTable table in set.Tables) Table(table, to);
        foreach (DataRelation r in set.Relations)
        {
            to.Append("relation ").Append(r.RelationName).Append(' ').Append(Key(r.ParentColumns)).Append(" > ").Append(Key(r.ChildColumns));
            Say(to, "nested", r.Nested, false);
            Properties(to, r.ExtendedProperties);
            to.Append('\n');
        }
    }

    static void Table(DataTable table, StringBuilder to)
    {
        to.Append("table ").Append(table.TableName);
        Say(to, "ns", table.Namespace, "");
        Say(to, "prefix", table.Prefix, "");
        Say(to, "case", table.CaseSensitive, false);
        Say(to, "display", table.DisplayExpression, "");
        Say(to, "capacity", table.MinimumCapacity, 50);
        Say(to, "inset", Hidden(table, "_fNestedInDataset"), true);
        Properties(to, table.ExtendedProperties);
        to.Append('\n');
        foreach (DataColumn column in table.Columns) Column(column, to);
        foreach (Constraint constraint in table.Constraints)
        {
            if (constraint is UniqueConstraint unique)
            {
                to.Append("  unique ").Append(unique.ConstraintName).Append(' ').Append(Key(unique.Columns));
                Say(to, "primary", unique.IsPrimaryKey, false);
            }
            else
            {
                var foreign = (ForeignKeyConstraint)constraint;
                to.Append("  foreign ").Append(foreign.ConstraintName).Append(' ').Append(Key(foreign.RelatedColumns)).Append(" > ").Append(Key(foreign.Columns));
                Say(to, "accept", foreign.AcceptRejectRule, AcceptRejectRule.None);
                Say(to, "update", foreign.UpdateRule, Rule.Cascade);
                Say(to, "delete", foreign.DeleteRule, Rule.Cascade);
            }
            Properties(to, constraint.ExtendedProperties);
            to.Append('\n');
        }
    }

    static void Column(DataColumn column, StringBuilder to)
    {
        to.Append("  ").Append(column.ColumnName).Append(' ').Append(column.DataType.ToString());
        Say(to, "map", column.ColumnMapping, MappingType.Element);
        Say(to, "ns", column.Namespace, "");
        Say(to, "prefix", column.Prefix, "");
        Say(to, "null", column.AllowDBNull, true);
        Say(to, "unique", column.Unique, false);
        Say(to, "readonly", column.ReadOnly, false);
        Say(to, "auto", column.AutoIncrement, false);
        Say(to, "seed", column.AutoIncrementSeed, 0L);
        Say(to, "step", column.AutoIncrementStep, 1L);
        Say(to, "caption", column.Caption, column.ColumnName);
        Say(to, "mode", column.DateTimeMode, DataSetDateTime.UnspecifiedLocal);
        Say(to, "max", column.MaxLength, -1);
        Say(to, "expression", column.Expression, "");
        Properties(to, column.ExtendedProperties);
        to.Append('\n');
    }

    static void Row(DataTable table, DataRow row, StringBuilder to)
    {
        to.Append("row ").Append(table.TableName).Append(' ').Append(row.RowState);
        foreach (DataColumn column in table.Columns)
        {
            to.Append(" | ");
            // A time without a date is today's for .NET, and of no day for us.
            string today = DateTime.Today.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
            if (!row.IsNull(column)) to.Append(((string)ToXml.Invoke(column, new[] { row[column] })).Replace(today, "0001-01-01"));
            else to.Append('~');
        }
        to.Append('\n');
    }

    static readonly MethodInfo ToXml = typeof(DataColumn).GetMethod("ConvertObjectToXml", Hiding, new[] { typeof(object) });

    static string Key(DataColumn[] columns) => columns[0].Table.TableName + "(" + string.Join(",", columns.Select(c => c.ColumnName)) + ")";

    static void Say(StringBuilder to, string name, object value, object usual)
    {
        if (!Equals(value, usual)) to.Append(' ').Append(name).Append('=').Append(value);
    }

    static void Properties(StringBuilder to, PropertyCollection properties)
    {
        foreach (string key in properties.Keys.Cast<object>().Select(k => k.ToString()).OrderBy(k => k, StringComparer.Ordinal))
            to.Append(" [").Append(key).Append('=').Append(properties[key]).Append(']');
    }

    static object Hidden(object instance, string name) => instance.GetType().GetField(name, Hiding)?.GetValue(instance);
}
