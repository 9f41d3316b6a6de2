using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using Cases;

namespace Oracle
{
    /// <summary>
    /// One random object graph: classes, structs, generics, arrays of every shape and framework types in every slot that
    /// takes them, objects shared and in cycles. What BinaryFormatter writes but cannot read (a primitive in a slot of an
    /// interface or of ValueType) is left out.
    /// </summary>
    internal sealed class RandomGraph
    {
        private const int MaxDepth = 6;

        private readonly Lcg lcg;
        private readonly List<object> made = new List<object>();
        private readonly List<string> texts = new List<string>();
        private int budget;

        public RandomGraph(ulong seed)
        {
            lcg = new Lcg(seed * 7919 + 20121212);
            for (int i = 0; i < 8; i++) lcg.Next();
            budget = 4 + Below(Chance(10) ? 400 : 60);
        }

        private static readonly Type[] Primitives =
        {
            typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
            typeof(float), typeof(double), typeof(decimal), typeof(char), typeof(DateTime), typeof(TimeSpan)
        };

        private static readonly Type[] OtherValues =
        {
            typeof(Guid), typeof(DateTimeOffset), typeof(IntPtr), typeof(UIntPtr), typeof(BigInteger), typeof(Complex), typeof(Point), typeof(Tagged),
            typeof(EmptyStruct), typeof(Slot<double>), typeof(Slot<string>), typeof(Slot<Box<int>>), typeof(InfoStruct), typeof(BackReference),
            typeof(KeyValuePair<int, string>), typeof(KeyValuePair<string, Point>), typeof(DictionaryEntry),
            typeof(ByteEnum), typeof(SByteEnum), typeof(ShortEnum), typeof(UShortEnum), typeof(IntEnum), typeof(UIntEnum), typeof(LongEnum), typeof(ULongEnum),
            typeof(Access), typeof(DayOfWeek), typeof(OuterGeneric<string>.Kind), typeof(UriKind)
        };

        private static readonly Type[] Classes =
        {
            typeof(EnumValues), typeof(ULongEnumValue), typeof(BoxedEnums), typeof(AbstractEnum), typeof(Circle), typeof(Square), typeof(FilledSquare), typeof(Drawing),
            typeof(InterfaceHolder), typeof(Node), typeof(Link), typeof(Parent), typeof(Child), typeof(RefNode), typeof(ObjectPair), typeof(SharedArrays),
            typeof(StructHolder), typeof(GenericHolder), typeof(Box<int>), typeof(Box<string>), typeof(Box<object>), typeof(Box<Box<int>>), typeof(Box<int[]>),
            typeof(Box<Point?>), typeof(Box<DateTime>), typeof(Box<List<Point>>), typeof(Pair<int, string>), typeof(Pair<object, object>),
            typeof(Pair<IntEnum, Node[]>), typeof(Outer.Inner), typeof(Outer.InnerGeneric<int[]>), typeof(OuterGeneric<int>.Inner<string>),
            typeof(CustomInfo), typeof(DerivedInfo), typeof(AllEntries), typeof(NoEntries), typeof(Chameleon), typeof(Callbacks), typeof(PartlySerialized),
            typeof(TypeHolder), typeof(Cases.Framework), typeof(DatabaseNull), typeof(TrapHolder), typeof(NamedList), typeof(NamedMap), typeof(OldCollection),
            typeof(DerivedCollections), typeof(Empty), typeof(EmptyDerived), typeof(EmptyHolder), typeof(\u00dcnusual), typeof(Generic\u00c4<int>), typeof(Generic\u00c4<string>),
            typeof(CovariantField), typeof(LooseArrays), typeof(CustomException), typeof(InvalidOperationException), typeof(DelegateHolder),
            typeof(Version), typeof(Uri), typeof(StringBuilder), typeof(CultureInfo), typeof(Type),
            typeof(ArrayList), typeof(Hashtable), typeof(Queue), typeof(Stack), typeof(SortedList), typeof(BitArray), typeof(NameValueCollection),
            typeof(StringCollection), typeof(StringDictionary), typeof(ListDictionary), typeof(HybridDictionary), typeof(OrderedDictionary),
            typeof(Tuple<int, string>), typeof(Tuple<object, Point, Node>), typeof(Lazy<int>)
        };

        private static readonly Type[] Elements =
        {
            typeof(int), typeof(string), typeof(object), typeof(byte), typeof(double), typeof(bool), typeof(char), typeof(DateTime), typeof(decimal), typeof(long), typeof(float),
            typeof(TimeSpan), typeof(Guid), typeof(Point), typeof(Point?), typeof(int?), typeof(Tagged), typeof(IntEnum), typeof(DayOfWeek), typeof(Node), typeof(Shape), typeof(IMeasured), typeof(IList),
            typeof(int[]), typeof(string[]), typeof(object[]), typeof(Box<int>), typeof(Box<string>), typeof(List<int>), typeof(Slot<double>), typeof(Uri), typeof(Version), typeof(Type),
            typeof(DictionaryEntry), typeof(KeyValuePair<int, string>), typeof(int[,]), typeof(int[][]), typeof(CustomInfo), typeof(ushort), typeof(ulong), typeof(sbyte), typeof(short), typeof(uint), typeof(IntPtr),
            typeof(DateTimeOffset), typeof(Array), typeof(BigInteger), typeof(Exception), typeof(EmptyStruct), typeof(ByteEnum?), typeof(Dictionary<string, int>)
        };

        private static readonly Type[] Collections =
        {
            typeof(List<>), typeof(Collection<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>), typeof(Queue<>), typeof(Stack<>), typeof(LinkedList<>), typeof(HashSet<>)
        };

        private static readonly Type[] Keys = { typeof(int), typeof(string), typeof(Guid), typeof(DayOfWeek), typeof(long), typeof(char), typeof(DateTime) };

        // ---- choices

        private int Below(int limit) { return (int)(lcg.Next() % (uint)limit); }
        private bool Chance(int percent) { return Below(100) < percent; }
        private T Pick<T>(IList<T> from) { return from[Below(from.Count)]; }

        /// <summary>Few mostly, many seldom.</summary>
        private int Length() { return Chance(60) ? Below(4) : Chance(80) ? Below(12) : Chance(80) ? Below(70) : 250 + Below(20); }

        public object Root()
        {
            return (Chance(5) ? Any(0) : Make(Chance(30) ? ArrayType() : Chance(30) ? CollectionType() : Pick(Classes), 0)) ?? "null is no root";
        }

        /// <summary>The type of something in a slot of type object.</summary>
        private Type AnyType()
        {
            switch (Below(9))
            {
                case 0: return Pick(Primitives);
                case 1: return Pick(OtherValues);
                case 2: return typeof(string);
                case 3: return ArrayType();
                case 4: return CollectionType();
                default: return Pick(Classes);
            }
        }

        private Type ArrayType()
        {
            Type element = Pick(Elements);
            switch (Below(6))
            {
                case 0: return element.MakeArrayType(2);
                case 1: return element.MakeArrayType().MakeArrayType();
                case 2: return element.MakeArrayType(2 + Below(3));
                default: return element.MakeArrayType();
            }
        }

        private Type CollectionType()
        {
            Type element = Pick(Elements);
            switch (Below(6))
            {
                case 0: return typeof(Dictionary<,>).MakeGenericType(Pick(Keys), element);
                case 1: return typeof(SortedDictionary<,>).MakeGenericType(typeof(int), element);
                case 2: return typeof(SortedList<,>).MakeGenericType(typeof(int), element);
                case 3: return typeof(List<>).MakeGenericType(element);
                default:
                    Type collection = Pick(Collections);
                    // Hash codes of other types differ from one process to the next, and the order with them.
                    return collection == typeof(HashSet<>) ? typeof(HashSet<int>) : collection.MakeGenericType(element);
            }
        }

        private object Any(int depth)
        {
            if (depth > 0 && Chance(8)) return null;
            if (depth > 0 && Chance(3)) return DBNull.Value;
            if (depth > 0 && Chance(2)) return Filled(Array.CreateInstance(Pick(Elements), new[] { Below(4) }, new[] { Chance(50) ? 1 : -3 }), depth);
            return Make(AnyType(), depth);
        }

        // ---- values

        /// <summary>What a slot of that type holds.</summary>
        public object Value(Type type, int depth)
        {
            if (type == typeof(object))
            {
                object old = Chance(20) ? Known(type) : null;
                return old ?? (depth > MaxDepth || budget <= 0 ? Leaf() : Any(depth));
            }
            if (type == typeof(string)) return Text();
            Type nullable = Nullable.GetUnderlyingType(type);
            if (nullable != null) return Chance(30) ? null : Make(nullable, depth);
            if (type.IsValueType) return Make(type, depth);
            if (Chance(12)) return null;
            if (Chance(25))
            {
                object old = Known(type);
                if (old != null) return old;
            }
            if (depth > MaxDepth || budget <= 0) return null;
            Type concrete = Concrete(type);
            return concrete == null ? null : Make(concrete, depth);
        }

        /// <summary>Something of a type that can be made for a slot of an interface or an abstract class.</summary>
        private Type Concrete(Type type)
        {
            if (type == typeof(Enum)) return Pick(new[] { typeof(Access), typeof(IntEnum), typeof(ULongEnum), typeof(DayOfWeek) });
            if (type == typeof(ValueType)) return Pick(new[] { typeof(IntEnum), typeof(Point), typeof(Tagged), typeof(Guid), typeof(Slot<double>) });
            if (type == typeof(Array)) return ArrayType();
            if (type == typeof(Exception)) return Chance(50) ? typeof(CustomException) : typeof(InvalidOperationException);
            if (type == typeof(IList)) return Pick(new[] { typeof(ArrayList), typeof(int[]), typeof(string[]), typeof(List<int>), typeof(NamedList), typeof(object[]), typeof(OldCollection) });
            if (type == typeof(IEnumerable<int>)) return Pick(new[] { typeof(int[]), typeof(List<int>), typeof(HashSet<int>), typeof(NamedList), typeof(Stack<int>) });
            if (type == typeof(ICollection<string>)) return Pick(new[] { typeof(string[]), typeof(List<string>), typeof(LinkedList<string>), typeof(Collection<string>) });
            if (type == typeof(IDictionary<string, int>)) return Chance(50) ? typeof(NamedMap) : typeof(Dictionary<string, int>);
            if (type == typeof(IComparable)) return Pick(new[] { typeof(Version), typeof(IntEnum), typeof(Tuple<int, string>), typeof(Guid) });
            if (type == typeof(IFormattable)) return Pick(new[] { typeof(IntEnum), typeof(Guid), typeof(DateTimeOffset) });
            if (type == typeof(IMeasured)) return Pick(new[] { typeof(Circle), typeof(Square), typeof(FilledSquare) });
            if (type == typeof(Shape)) return Pick(new[] { typeof(Circle), typeof(Square), typeof(FilledSquare) });
            if (type == typeof(Node[]) || type == typeof(object[]) && !Chance(40)) return type;
            if (type == typeof(object[])) return Pick(new[] { typeof(string[]), typeof(Node[]), typeof(Uri[]), typeof(int[][]), typeof(Shape[]), typeof(object[]) });
            if (type == typeof(Shape[]) && Chance(30)) return typeof(Square[]);
            if (type == typeof(Square) && Chance(40)) return typeof(FilledSquare);
            if (type == typeof(Empty) && Chance(40)) return typeof(EmptyDerived);
            if (type == typeof(CustomInfo) && Chance(40)) return typeof(DerivedInfo);
            return type.IsAbstract && type != typeof(Type) || type.IsInterface ? null : type;
        }

        private object Known(Type type)
        {
            for (int tries = 0; tries < 4 && made.Count > 0; tries++)
            {
                object old = Pick(made);
                if (type.IsInstanceOfType(old)) return old;
            }
            return null;
        }

        private object Leaf()
        {
            switch (Below(4))
            {
                case 0: return null;
                case 1: return Text();
                default: return Make(Pick(Primitives), MaxDepth);
            }
        }

        private string Text()
        {
            if (Chance(10)) return null;
            if (texts.Count > 0 && Chance(25)) return Pick(texts);
            string text;
            switch (Below(12))
            {
                case 0: text = ""; break;
                case 1: text = "\ud83d\ude00 " + lcg.String(0, 4); break;
                case 2: text = "\0\u0001\r\n\t\u0085\ufffe"; break;
                case 3: text = new string('x', 120 + Below(16)); break;
                case 4: text = new string('\u00e9', 60 + Below(8)); break;
                case 5: text = Chance(20) ? new string('y', 16380 + Below(10)) : lcg.String(1, 300); break;
                case 6: text = "mscorlib, Version=4.0.0.0"; break;
                default: text = lcg.String(0, 20); break;
            }
            texts.Add(text);
            return text;
        }

        private object Primitive(Type type)
        {
            bool edge = Chance(25);
            switch (Type.GetTypeCode(type))
            {
                case TypeCode.Boolean: return lcg.Boolean();
                case TypeCode.Byte: return edge ? byte.MaxValue : lcg.Byte();
                case TypeCode.SByte: return edge ? sbyte.MinValue : lcg.SByte();
                case TypeCode.Int16: return edge ? short.MinValue : lcg.Int16();
                case TypeCode.UInt16: return edge ? ushort.MaxValue : lcg.UInt16();
                case TypeCode.Int32: return edge ? int.MinValue : lcg.Int32();
                case TypeCode.UInt32: return edge ? uint.MaxValue : lcg.Next();
                case TypeCode.Int64: return edge ? long.MinValue : lcg.Int64();
                case TypeCode.UInt64: return edge ? ulong.MaxValue : lcg.Next64();
                case TypeCode.Single: return edge ? Pick(new[] { float.NaN, float.PositiveInfinity, -0f, float.Epsilon, float.MaxValue, 0.1f, 16777217f }) : lcg.Single();
                case TypeCode.Double: return edge ? Pick(new[] { double.NaN, double.NegativeInfinity, -0.0, double.Epsilon, double.MaxValue, 0.1, 1e23, 1 / 3.0 }) : lcg.Double();
                case TypeCode.Decimal: return edge ? Pick(new[] { decimal.MaxValue, decimal.MinValue, 0m, 0.00m, 1.10m, -0.5m, new decimal(0, 0, 0, true, 3), new decimal(1, 0, 0, false, 28) }) : lcg.Decimal();
                case TypeCode.Char: return edge ? Pick("\0\u00e9\u6f22\u007f\u0080\u07ff\u0800\ufffd\uffff".ToCharArray()) : lcg.Char();
                default:
                    if (type == typeof(TimeSpan)) return edge ? Pick(new[] { TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.Zero, new TimeSpan(1) }) : lcg.TimeSpan();
                    DateTime date = edge ? Pick(new[] { DateTime.MinValue, DateTime.MaxValue, new DateTime(1) }) : lcg.DateTime().AddTicks(Below(10000));
                    return DateTime.SpecifyKind(date, (DateTimeKind)Below(3));
            }
        }

        // ---- objects

        private object Make(Type type, int depth)
        {
            budget--;
            if (type == typeof(string)) return Text();
            if (type.IsEnum)
            {
                Array values = Enum.GetValues(type);
                return Chance(70) ? values.GetValue(Below(values.Length)) : Enum.ToObject(type, 3);
            }
            if (Array.IndexOf(Primitives, type) >= 0) return Primitive(type);
            if (type.IsArray) return MakeArray(type, depth);
            object framework = Framework(type, depth);
            if (framework != null) return type.IsValueType ? framework : Remember(framework);
            if (type.IsGenericType && type.Namespace != "Cases") return MakeCollection(type, depth);

            object made = FormatterServices.GetUninitializedObject(type);
            if (!type.IsValueType) Remember(made);
            for (Type at = type; at != null && at != typeof(object) && at != typeof(ValueType); at = at.BaseType)
                foreach (FieldInfo field in at.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                    if ((field.Attributes & FieldAttributes.NotSerialized) == 0) field.SetValue(made, Value(field.FieldType, depth + 1));
            return made;
        }

        private object Remember(object value)
        {
            made.Add(value);
            return value;
        }

        private object MakeArray(Type type, int depth)
        {
            Type element = type.GetElementType();
            int rank = type.GetArrayRank();
            var lengths = new int[rank];
            var bounds = new int[rank];
            for (int i = 0; i < rank; i++)
            {
                lengths[i] = rank == 1 ? Length() : Below(4);
                if (rank > 1 && Chance(10)) bounds[i] = Below(5) - 2;
            }
            return Filled(rank == 1 ? Array.CreateInstance(element, lengths[0]) : Array.CreateInstance(element, lengths, bounds), depth);
        }

        /// <summary>Null in runs, now and then.</summary>
        private object Filled(Array array, int depth)
        {
            Remember(array);
            Type element = array.GetType().GetElementType();
            int nulls = 0;
            var at = new int[array.Rank];
            for (int i = 0; i < array.Rank; i++) at[i] = array.GetLowerBound(i);
            for (int n = 0; n < array.Length; n++)
            {
                if (nulls == 0 && Chance(5) && !element.IsValueType) nulls = 1 + Below(Chance(20) ? 300 : 5);
                if (nulls > 0) nulls--;
                else array.SetValue(Value(element, depth + 1), at);
                for (int i = array.Rank - 1; i >= 0; i--)
                {
                    if (++at[i] <= array.GetUpperBound(i)) break;
                    at[i] = array.GetLowerBound(i);
                }
            }
            return array;
        }

        /// <summary>Types that are made by what they offer; null for the others.</summary>
        private object Framework(Type type, int depth)
        {
            if (type == typeof(Guid)) return lcg.Guid();
            if (type == typeof(DateTimeOffset)) return new DateTimeOffset(lcg.DateTime(), TimeSpan.FromMinutes(Below(1680) - 840));
            if (type == typeof(IntPtr)) return new IntPtr(lcg.Int32());
            if (type == typeof(UIntPtr)) return new UIntPtr(lcg.Next());
            if (type == typeof(BigInteger)) return new BigInteger(lcg.Bytes(Below(20) + 1));
            if (type == typeof(Complex)) return new Complex(lcg.Double(), lcg.Double());
            if (type == typeof(DictionaryEntry)) return new DictionaryEntry(Chance(50) ? (object)lcg.Int32() : lcg.String(0, 5), Value(typeof(object), depth + 1));
            if (type == typeof(InfoStruct)) return new InfoStruct(lcg.Int32());
            if (type == typeof(CustomInfo)) return new CustomInfo(lcg.Int32(), Text(), (CustomInfo)Value(type, depth + 1), (object[])Value(typeof(object[]), depth + 1));
            if (type == typeof(DerivedInfo)) return new DerivedInfo(lcg.DateTime(), lcg.Int32(), Text());
            if (type == typeof(AllEntries)) return new AllEntries();
            if (type == typeof(NoEntries)) return new NoEntries();
            if (type == typeof(Chameleon)) return new Chameleon(Below(5));
            if (type == typeof(Callbacks)) return new Callbacks(lcg.Int16(), lcg.Int16());
            if (type == typeof(CustomException)) return new CustomException(Text(), lcg.Int32(), (Exception)Value(typeof(Exception), depth + 1));
            if (type == typeof(InvalidOperationException)) return new InvalidOperationException(lcg.String(0, 9), (Exception)Value(typeof(Exception), depth + 1));
            if (type == typeof(DelegateHolder))
            {
                var holder = new DelegateHolder { Calls = Below(9) };
                if (Chance(60)) holder.Multicast = holder.Count;
                if (Chance(40)) holder.Multicast += holder.Count;
                if (Chance(30)) holder.Static = null;
                return holder;
            }
            if (type == typeof(NamedList))
            {
                var list = new NamedList { Name = Text() };
                for (int i = Below(9); i > 0; i--) list.Add(lcg.Int32());
                return list;
            }
            if (type == typeof(NamedMap))
            {
                var map = new NamedMap { Name = Text() };
                for (int i = Below(9); i > 0; i--) map[lcg.String(0, 5)] = lcg.Int32();
                return map;
            }
            if (type == typeof(OldCollection))
            {
                var old = new OldCollection { Title = Text() };
                for (int i = Below(6); i > 0; i--) old.Add(Value(typeof(object), depth + 1));
                return old;
            }
            if (type == typeof(TypeHolder) || type == typeof(Cases.Framework)) return Activator.CreateInstance(type);
            if (type == typeof(Version)) return Chance(30) ? new Version(Below(9), Below(9)) : Chance(50) ? new Version(1, 2, Below(9)) : new Version(1, 2, 3, Below(70000));
            if (type == typeof(Uri)) return Pick(new[] { new Uri("http://example.org/a b?q=\u00fc"), new Uri("../up", UriKind.Relative), new Uri("file:///tmp/x"), new Uri("urn:a:b"), new Uri("mailto:someone@example.org") });
            if (type == typeof(StringBuilder))
            {
                var builder = new StringBuilder(lcg.String(0, 30), 16 + Below(60));
                if (Chance(50)) builder.Append(lcg.String(0, 90));
                return builder;
            }
            if (type == typeof(CultureInfo)) return CultureInfo.InvariantCulture;
            if (type == typeof(Type)) return Pick(new[] { typeof(string), typeof(int[,]), typeof(List<>), typeof(Dictionary<string, Point>), typeof(Outer.Inner), typeof(Box<int>), typeof(void), typeof(IList), typeof(Uri) });
            if (type == typeof(BitArray))
            {
                var bits = new BitArray(Below(70));
                for (int i = 0; i < bits.Length; i++) bits[i] = lcg.Boolean();
                return bits;
            }
            if (type == typeof(ArrayList))
            {
                var list = Chance(30) ? new ArrayList(Below(9)) : new ArrayList();
                Remember(list);
                for (int i = Length(); i > 0; i--) list.Add(Value(typeof(object), depth + 1));
                return list;
            }
            if (type == typeof(Queue))
            {
                var queue = new Queue(1 + Below(9), 1 + Below(4));
                for (int i = Below(20); i > 0; i--) queue.Enqueue(Value(typeof(object), depth + 1));
                if (queue.Count > 0 && Chance(50)) queue.Dequeue();
                return queue;
            }
            if (type == typeof(Stack))
            {
                var stack = new Stack();
                for (int i = Below(20); i > 0; i--) stack.Push(Value(typeof(object), depth + 1));
                return stack;
            }
            if (type == typeof(Hashtable))
            {
                Hashtable table = Chance(20) ? new Hashtable(Below(20), 0.5f) : new Hashtable();
                for (int i = Below(12); i > 0; i--) table[Below(1000)] = Value(typeof(object), depth + 1);
                return table;
            }
            if (type == typeof(SortedList))
            {
                var list = new SortedList();
                for (int i = Below(12); i > 0; i--) list[Below(1000)] = Value(typeof(object), depth + 1);
                return list;
            }
            if (type == typeof(NameValueCollection))
            {
                var list = new NameValueCollection();
                for (int i = Below(6); i > 0; i--) list.Add("k" + Below(9).ToString(CultureInfo.InvariantCulture), Text());
                return list;
            }
            if (type == typeof(StringCollection))
            {
                var list = new StringCollection();
                for (int i = Below(6); i > 0; i--) list.Add(Text());
                return list;
            }
            if (type == typeof(StringDictionary)) return new StringDictionary();
            if (type == typeof(ListDictionary) || type == typeof(HybridDictionary) || type == typeof(OrderedDictionary))
            {
                var map = (IDictionary)Activator.CreateInstance(type);
                for (int i = Below(type == typeof(HybridDictionary) ? 15 : 6); i > 0; i--) map[Below(1000)] = Value(typeof(object), depth + 1);
                return map;
            }
            return null;
        }

        private object MakeCollection(Type type, int depth)
        {
            Type definition = type.GetGenericTypeDefinition();
            Type[] arguments = type.GetGenericArguments();
            if (definition == typeof(Lazy<>)) return Remember(new Lazy<int>(() => 5, false));
            if (definition == typeof(KeyValuePair<,>) || definition == typeof(Tuple<,>) || definition == typeof(Tuple<,,>))
            {
                object[] values = Array.ConvertAll(arguments, a => Value(a, depth + 1));
                object pair = Activator.CreateInstance(type, values);
                return type.IsValueType ? pair : Remember(pair);
            }
            if (typeof(IDictionary).IsAssignableFrom(type))
            {
                var map = (IDictionary)Remember(Activator.CreateInstance(type));
                for (int i = Length(); i > 0; i--)
                {
                    object key = Value(arguments[0], depth + 1);
                    if (key != null) map[key] = Value(arguments[1], depth + 1);
                }
                if (map.Count > 2 && Chance(20))
                    foreach (object key in new ArrayList(map.Keys)) { map.Remove(key); break; }
                return map;
            }
            int length = Length();
            Array items = Array.CreateInstance(arguments[0], length);
            if (definition == typeof(List<>))
            {
                var list = (IList)Remember(Activator.CreateInstance(type));
                for (int i = 0; i < length; i++) list.Add(Value(arguments[0], depth + 1));
                return list;
            }
            for (int i = 0; i < length; i++) items.SetValue(Value(arguments[0], depth + 1), i);
            if (definition == typeof(ReadOnlyCollection<>)) return Remember(Activator.CreateInstance(type, Activator.CreateInstance(typeof(List<>).MakeGenericType(arguments[0]), items)));
            return Remember(Activator.CreateInstance(type, items));
        }
    }
}
