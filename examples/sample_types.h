// C++ structs for the classes of the articles: a library of books, the types A, B and C, and the Northwind orders.
// Tests and benchmarks use them, and they show how classes are described.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dotwire/bind.h"

namespace samples {

using Text = std::optional<std::string>;  // a string that may be null

// Templates of one class in several namespaces of C#: `Contracts` tells them apart.
template <bool Contracts>
struct PersonOf {
  Text first_name;
  Text middle_name;
  Text last_name;
  friend bool operator==(const PersonOf&, const PersonOf&) = default;
};
template <bool Contracts>
struct BookOf {
  std::optional<PersonOf<Contracts>> author;
  Text title;
  std::int32_t year = 0;
  friend bool operator==(const BookOf&, const BookOf&) = default;
};
template <bool Contracts>
struct LibraryOf {
  Text name;
  std::vector<BookOf<Contracts>> books;
  friend bool operator==(const LibraryOf&, const LibraryOf&) = default;
};
using Library = LibraryOf<false>;
using ContractLibrary = LibraryOf<true>;

struct A {
  std::int32_t my_property = 0;
  std::int32_t my_property2 = 0;
};
struct B {
  std::int32_t my_property = 0;
  std::int32_t my_property2 = 0;
  Text my_property3;
  dotwire::DateTime my_property4;
  std::optional<A> a1;
  std::optional<A> a2;
};
struct C {
  std::int32_t my_property = 0;
  std::int32_t my_property2 = 0;
  std::int32_t my_property3 = 0;
  std::optional<A> a1;
  std::optional<A> a2;
  std::optional<B> b1;
  std::optional<B> b2;
};

struct OrderLine {
  std::int32_t order_id = 0;
  std::int32_t product_id = 0;
  dotwire::Decimal unit_price;
  std::int16_t quantity = 0;
  float discount = 0;
};
struct Order {
  std::int32_t order_id = 0;
  Text customer_id;
  std::optional<std::int32_t> employee_id;
  std::optional<dotwire::DateTime> order_date;
  std::optional<dotwire::DateTime> required_date;
  std::optional<dotwire::DateTime> shipped_date;
  std::optional<std::int32_t> ship_via;
  std::optional<dotwire::Decimal> freight;
  Text ship_name;
  Text ship_address;
  Text ship_city;
  Text ship_region;
  Text ship_postal_code;
  Text ship_country;
  std::vector<OrderLine> lines;
};
struct Database {
  std::vector<Order> orders;
};

inline constexpr std::string_view kOracle = "Oracle, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
inline constexpr std::string_view kExamples =
    "Examples, Version=1.0.0.0, Culture=neutral, PublicKeyToken=257b51d87d2e4d67";

}  // namespace samples

template <bool Contracts>
inline constexpr auto dotwire::description<samples::PersonOf<Contracts>> =
    dotwire::class_type<samples::PersonOf<Contracts>>(
        Contracts ? "Seeds.Contracts.Person" : "Seeds.Person", samples::kOracle,
        dotwire::property<&samples::PersonOf<Contracts>::first_name>("FirstName"),
        dotwire::property<&samples::PersonOf<Contracts>::middle_name>("MiddleName"),
        dotwire::property<&samples::PersonOf<Contracts>::last_name>("LastName"));

template <bool Contracts>
inline constexpr auto dotwire::description<samples::BookOf<Contracts>> =
    dotwire::class_type<samples::BookOf<Contracts>>(Contracts ? "Seeds.Contracts.Book" : "Seeds.Book", samples::kOracle,
                                                    dotwire::property<&samples::BookOf<Contracts>::author>("Author"),
                                                    dotwire::property<&samples::BookOf<Contracts>::title>("Title"),
                                                    dotwire::property<&samples::BookOf<Contracts>::year>("Year"));

template <bool Contracts>
inline constexpr auto dotwire::description<samples::LibraryOf<Contracts>> =
    dotwire::class_type<samples::LibraryOf<Contracts>>(
        Contracts ? "Seeds.Contracts.Library" : "Seeds.Library", samples::kOracle,
        dotwire::property<&samples::LibraryOf<Contracts>::name>("Name"),
        dotwire::property<&samples::LibraryOf<Contracts>::books>("Books", dotwire::as_list));

template <>
inline constexpr auto dotwire::description<samples::A> = dotwire::class_type<samples::A>(
    "Seeds.A", samples::kOracle, dotwire::property<&samples::A::my_property>("MyProperty"),
    dotwire::property<&samples::A::my_property2>("MyProperty2"));

template <>
inline constexpr auto dotwire::description<samples::B> = dotwire::class_type<samples::B>(
    "Seeds.B", samples::kOracle, dotwire::property<&samples::B::my_property>("MyProperty"),
    dotwire::property<&samples::B::my_property2>("MyProperty2"),
    dotwire::property<&samples::B::my_property3>("MyProperty3"),
    dotwire::property<&samples::B::my_property4>("MyProperty4"), dotwire::property<&samples::B::a1>("MyPropertyA1"),
    dotwire::property<&samples::B::a2>("MyPropertyA2"));

template <>
inline constexpr auto dotwire::description<samples::C> = dotwire::class_type<samples::C>(
    "Seeds.C", samples::kOracle, dotwire::property<&samples::C::my_property>("MyProperty"),
    dotwire::property<&samples::C::my_property2>("MyProperty2"),
    dotwire::property<&samples::C::my_property3>("MyProperty3"), dotwire::property<&samples::C::a1>("MyPropertyA1"),
    dotwire::property<&samples::C::a2>("MyPropertyA2"), dotwire::property<&samples::C::b1>("MyPropertyB1"),
    dotwire::property<&samples::C::b2>("MyPropertyB2"));

template <>
inline constexpr auto dotwire::description<samples::OrderLine> = dotwire::class_type<samples::OrderLine>(
    "DAL.OrderLineCompat", samples::kExamples, dotwire::field<&samples::OrderLine::order_id>("_OrderID"),
    dotwire::field<&samples::OrderLine::product_id>("_ProductID"),
    dotwire::field<&samples::OrderLine::unit_price>("_UnitPrice"),
    dotwire::field<&samples::OrderLine::quantity>("_Quantity"),
    dotwire::field<&samples::OrderLine::discount>("_Discount"));

template <>
inline constexpr auto dotwire::description<samples::Order> = dotwire::class_type<samples::Order>(
    "DAL.OrderCompat", samples::kExamples, dotwire::field<&samples::Order::order_id>("_OrderID"),
    dotwire::field<&samples::Order::customer_id>("_CustomerID"),
    dotwire::field<&samples::Order::employee_id>("_EmployeeID"),
    dotwire::field<&samples::Order::order_date>("_OrderDate"),
    dotwire::field<&samples::Order::required_date>("_RequiredDate"),
    dotwire::field<&samples::Order::shipped_date>("_ShippedDate"),
    dotwire::field<&samples::Order::ship_via>("_ShipVia"), dotwire::field<&samples::Order::freight>("_Freight"),
    dotwire::field<&samples::Order::ship_name>("_ShipName"),
    dotwire::field<&samples::Order::ship_address>("_ShipAddress"),
    dotwire::field<&samples::Order::ship_city>("_ShipCity"),
    dotwire::field<&samples::Order::ship_region>("_ShipRegion"),
    dotwire::field<&samples::Order::ship_postal_code>("_ShipPostalCode"),
    dotwire::field<&samples::Order::ship_country>("_ShipCountry"),
    dotwire::field<&samples::Order::lines>("_Lines", dotwire::as_list));

template <>
inline constexpr auto dotwire::description<samples::Database> =
    dotwire::class_type<samples::Database>("DAL.DatabaseCompat", samples::kExamples,
                                           dotwire::property<&samples::Database::orders>("Orders", dotwire::as_list));
