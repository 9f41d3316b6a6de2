using System;
using System.Collections.Generic;
using System.Data;
using System.IO;
using System.Reflection;

namespace Dotwire.Bench
{
    /// <summary>Serializers of libraries that somebody put into the folder `libraries` beside this program's own, found by
    /// the names of their classes: nothing is compiled against them.</summary>
    internal static class Libraries
    {
        private static readonly string Folder =
            Path.GetFullPath(Path.Combine(AppDomain.CurrentDomain.BaseDirectory, "..", "libraries"));

        public static IEnumerable<Serializer> Find()
        {
            if (!Directory.Exists(Folder)) yield break;
            AppDomain.CurrentDomain.AssemblyResolve += (sender, wanted) => Load(Path.Combine(Folder, new AssemblyName(wanted.Name).Name + ".dll"));
            string[] files = Directory.GetFiles(Folder, "*.dll");
            Array.Sort(files, StringComparer.Ordinal);
            foreach (string file in files)
            {
                foreach (Type type in TypesOf(Load(file)))
                {
                    Serializer found = ProtobufNetData(type) ?? FastSerializer(type);
                    if (found != null) yield return found;
                }
            }
        }

        private static Assembly Load(string file)
        {
            try
            {
                return File.Exists(file) ? Assembly.LoadFrom(file) : null;
            }
            catch (BadImageFormatException)
            {
                return null;
            }
        }

        private static Type[] TypesOf(Assembly assembly)
        {
            if (assembly == null) return Type.EmptyTypes;
            try
            {
                return assembly.GetExportedTypes();
            }
            catch (Exception)
            {
                // Of another platform, or without what it needs.
                return Type.EmptyTypes;
            }
        }

        private static T Method<T>(Type type, string name, params Type[] parameters) where T : class
        {
            MethodInfo method = type.GetMethod(name, BindingFlags.Public | BindingFlags.Static, null, parameters, null);
            return method == null ? null : Delegate.CreateDelegate(typeof(T), method, false) as T;
        }

        /// <summary>protobuf-net-data of Richard Dingwall and Arjen Post.</summary>
        private static Serializer ProtobufNetData(Type type)
        {
            if (type.FullName != "ProtoBuf.Data.DataSerializer") return null;
            var write = Method<Action<Stream, DataTable>>(type, "Serialize", typeof(Stream), typeof(DataTable));
            var read = Method<Func<Stream, DataTable>>(type, "DeserializeDataTable", typeof(Stream));
            if (write == null || read == null) return null;
            return new Serializer
            {
                Name = "protobuf-net-data-4.1",
                Write = (table, stream) => write(stream, table),
                Read = stream => read(stream),
            };
        }

        /// <summary>Simon Hewitt's AdoNetHelper, whatever its namespace.</summary>
        private static Serializer FastSerializer(Type type)
        {
            if (type.Name != "AdoNetHelper") return null;
            var write = Method<Func<DataTable, byte[]>>(type, "SerializeDataTable", typeof(DataTable));
            var read = Method<Func<byte[], DataTable>>(type, "DeserializeDataTable", typeof(byte[]));
            if (write == null || read == null) return null;
            return new Serializer
            {
                Name = "fast-serializer",
                Write = (table, stream) =>
                {
                    byte[] bytes = write(table);
                    stream.Write(bytes, 0, bytes.Length);
                },
                Read = stream =>
                {
                    var bytes = new byte[stream.Length];
                    for (int at = 0, got; at < bytes.Length && (got = stream.Read(bytes, at, bytes.Length - at)) > 0;) at += got;
                    return read(bytes);
                },
            };
        }
    }
}
