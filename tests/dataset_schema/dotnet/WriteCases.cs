// DataSets made by hand, and the schemas that .NET writes of them: writes written.txt. Built with the oracle's sources
// (Oracle.csproj with this class as StartupObject, beside Program.cs), for its description of a DataSet as JSON.
//
// written.txt: "=== NAME set" or "=== NAME table N", the description, then "--- xsd" and the text of WriteXmlSchema, or
// "error TYPE".
using System;
using System.Data;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Oracle;

public static class WriteCases
{
    static readonly StringBuilder Out = new StringBuilder();

    static void Case(string name, DataSet set, int table = -1)
    {
        set = set.Clone();  // which has not been written: constraints remember their names in schemas
        string kind = table < 0 ? "set" : "table " + table;
        Out.Append("=== ").Append(name).Append(' ').Append(kind).Append('\n').Append(string.Concat(TableDump.Full(name, "", null, set).Split('\n').Select(line => line.Trim()))).Append("\n--- xsd\n");
        try
        {
            var stream = new MemoryStream();
            if (table < 0) set.WriteXmlSchema(stream); else set.Tables[table].WriteXmlSchema(stream);
            Out.Append(Encoding.UTF8.GetString(stream.ToArray())).Append('\n');
        }
        catch (Exception e)
        {
            Out.Append("error ").Append(e.GetType().Name).Append('\n');
        }
    }

    static DataSet Set(string name, params DataTable[] tables)
    {
        var set = new DataSet(name);
        foreach (DataTable table in tables) set.Tables.Add(table);
        return set;
    }

    static DataTable Table(string name, params object[] columns)
    {
        var table = new DataTable(name);
        for (int i = 0; i < columns.Length; i += 2) table.Columns.Add((string)columns[i], (Type)columns[i + 1]);
        return table;
    }

    static DataTable Keyed(DataTable table, int column = 0)
    {
        table.PrimaryKey = new[] { table.Columns[column] };
        return table;
    }

    static void Nesting()
    {
        DataSet set = Set("D", Keyed(Table("P", "id", typeof(int))), Table("C", "pid", typeof(int), "w", typeof(string)));
        set.Relations.Add("R", set.Tables[0].Columns[0], set.Tables[1].Columns[0]).Nested = true;
        Case("nested", set);
        Case("nested-parent-alone", set, 0);
        Case("nested-child-alone", set, 1);
        set = Set("D", Table("A", "x", typeof(int)), Table("B", "y", typeof(int)));
        set.Relations.Add("R", set.Tables[0].Columns[0], set.Tables[1].Columns[0], false).ExtendedProperties["q"] = "1";
        Case("relation-without-constraint", set);
        set.Relations[0].Nested = true;
        Case("nested-without-constraint", set);
        set = Set("D", Table("A", "x", typeof(int)), Table("B", "y", typeof(int)));
        set.Relations.Add("R", set.Tables[0].Columns[0], set.Tables[1].Columns[0]);
        Case("relation-makes-unique", set);
        set.Tables[0].Constraints[0].ExtendedProperties["k"] = "v";
        set.Tables[1].Constraints[0].ExtendedProperties["f"] = "v";
        set.Relations[0].ExtendedProperties["r"] = "v";
        Case("properties-of-all", set);
        set = Set("D", Keyed(Table("A", "x", typeof(int))), Keyed(Table("B", "x", typeof(int))), Table("C", "a", typeof(int), "b", typeof(int)));
        set.Relations.Add("RA", set.Tables[0].Columns[0], set.Tables[2].Columns[0]).Nested = true;
        set.Relations.Add("RB", set.Tables[1].Columns[0], set.Tables[2].Columns[1]).Nested = true;
        Case("nested-in-two", set);
        Case("nested-in-two-alone", set, 0);
        set = Set("D", Keyed(Table("A", "x", typeof(int), "v", typeof(string))), Keyed(Table("B", "a", typeof(int), "x", typeof(int)), 1), Table("C", "b", typeof(int)));
        set.Relations.Add("R1", set.Tables[0].Columns[0], set.Tables[1].Columns[0]).Nested = true;
        set.Relations.Add("R2", set.Tables[1].Columns[1], set.Tables[2].Columns[0]).Nested = true;
        Case("nested-three", set);
        Case("nested-three-alone", set, 0);
        Case("nested-middle-alone", set, 1);
        set = Set("D", Keyed(Table("A", "A_Id", typeof(int), "v", typeof(string))), Table("B", "w", typeof(string), "A_Id", typeof(int)));
        set.Tables[0].Columns[0].ColumnMapping = MappingType.Hidden;
        set.Tables[1].Columns[1].ColumnMapping = MappingType.Hidden;
        set.Relations.Add("A_B", set.Tables[0].Columns[0], set.Tables[1].Columns[1]).Nested = true;
        Case("as-inferred", set);
        set.Tables[1].Constraints[0].ConstraintName = "other";
        Case("as-inferred-but-the-name", set);
    }

    static void Columns()
    {
        DataSet set = Set("D", Table("T", "T_Id", typeof(int), "v", typeof(string)));
        set.Tables[0].Columns[0].ColumnMapping = MappingType.Hidden;
        Case("hidden-with-generated-name", set);
        set = Set("D", Table("T", "a b", typeof(string), "x", typeof(int)));
        set.Tables[0].Columns[1].ColumnMapping = MappingType.Attribute;
        set.Tables[0].Columns[0].ColumnMapping = MappingType.SimpleContent;
        set.Tables[0].Columns[0].DefaultValue = "q";
        Case("simple-content", set);
        set = Set("D", Table("T", "a", typeof(string)));
        set.Tables[0].Columns[0].ColumnMapping = MappingType.SimpleContent;
        set.Tables[0].Columns[0].AllowDBNull = false;
        Case("simple-content-alone", set);
        set = Set("D", Table("T", "a", typeof(int), "o", typeof(object), "c", typeof(char), "g", typeof(Guid), "u", typeof(Uri), "t", typeof(TimeSpan), "y", typeof(Type), "off", typeof(DateTimeOffset), "big", typeof(System.Numerics.BigInteger), "sql", typeof(System.Data.SqlTypes.SqlMoney)));
        set.Tables[0].Columns[0].AutoIncrementSeed = 5;
        set.Tables[0].Columns[0].AutoIncrementStep = 2;
        set.Tables[0].Columns[2].DefaultValue = 'x';
        set.Tables[0].Columns[3].DefaultValue = Guid.Empty;
        set.Tables[0].Columns[5].DefaultValue = TimeSpan.FromMinutes(90);
        Case("types-and-defaults", set);
        set = Set("D", Table("T", "a", typeof(object)));
        set.Tables[0].Columns[0].DefaultValue = 5;
        Case("default-of-an-object", set);
        set = Set("D", Table("T", "a", typeof(string), "b", typeof(DateTime), "c", typeof(bool)));
        foreach (DataColumn column in set.Tables[0].Columns) column.ColumnMapping = MappingType.Attribute;
        set.Tables[0].Columns[0].DefaultValue = "";
        set.Tables[0].Columns[1].DefaultValue = new DateTime(2001, 2, 3);
        set.Tables[0].Columns[1].AllowDBNull = false;
        set.Tables[0].Columns[2].DefaultValue = true;
        Case("attributes-alone", set);
        Case("no-columns", Set("D", Table("T")));
        Case("no-tables", Set("D"));
    }

    static void Names()
    {
        DataSet set = Set("my set", Table("a b", "x/y", typeof(string)), Table("t2", "z", typeof(string)));
        set.CaseSensitive = true;
        set.Tables[0].CaseSensitive = true;
        set.Tables[0].Constraints.Add("u 1", set.Tables[0].Columns[0], false);
        set.Tables[1].Constraints.Add("u 1", set.Tables[1].Columns[0], false);
        set.Tables[1].Constraints.Add(new ForeignKeyConstraint("f k", set.Tables[0].Columns[0], set.Tables[1].Columns[0]));
        Case("names", set);
        set = Set("D", Keyed(Table("A", "x", typeof(int))), Keyed(Table("B", "x", typeof(int))), Keyed(Table("C", "x", typeof(int))));
        Case("equal-constraint-names", set);
        set.Tables[2].Constraints[0].ConstraintName = "B_Constraint1";
        Case("constraint-names-that-clash", set);
        Case("equal-constraint-names-alone", set, 1);
    }

    static void Namespaces()
    {
        DataSet set = Set("D", Keyed(Table("T", "a", typeof(int))), Table("C", "b", typeof(int)));
        set.Namespace = "urn:d";
        set.Prefix = "d";
        set.Tables[0].Namespace = "urn:t";
        set.Relations.Add("R", set.Tables[0].Columns[0], set.Tables[1].Columns[0]);
        Case("key-in-another-namespace", set);
        Case("other-namespace-alone", set, 0);
        set = Set("D", Table("P", "a", typeof(int)), Table("C", "b", typeof(int)));
        set.Tables[0].Namespace = "urn:1";
        set.Relations.Add("R", set.Tables[0].Columns[0], set.Tables[1].Columns[0]).Nested = true;
        Case("nested-inherits", set);
        set = Set("D", Table("I", "a", typeof(int)));
        set.Tables[0].Namespace = "urn:1";
        set.Tables.Add("I", "");
        set.Tables[1].Columns.Add("a", typeof(int));
        set.Tables[0].Constraints.Add("K", set.Tables[0].Columns[0], true);
        set.Tables[1].Constraints.Add("K", set.Tables[1].Columns[0], true);
        Case("one-name-twice", set);
        set = Set("D", Table("T", "a", typeof(string), "b", typeof(int), "c", typeof(int)));
        set.Tables[0].Columns[0].ColumnMapping = MappingType.Attribute;
        set.Tables[0].Columns[0].Namespace = "urn:x";
        set.Tables[0].Columns[2].Namespace = "urn:x";
        set.Tables[0].Columns[2].Prefix = "px";
        Case("columns-of-a-namespace", set);
        set.Namespace = "urn:x";
        Case("columns-of-the-set-namespace", set);
        set = Set("D", Table("T", "a", typeof(string), "b", typeof(int)));
        set.Namespace = "urn:d";
        set.Tables[0].Namespace = "";
        set.Tables[0].Columns[1].Namespace = "urn:d";
        Case("table-without-namespace", set);
    }

    public static int Main(string[] args)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Nesting();
        Columns();
        Names();
        Namespaces();
        File.WriteAllText(args[0], Out.ToString());
        return 0;
    }
}
