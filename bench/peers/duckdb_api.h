// The part of DuckDB's C interface that is used here, with its own names (duckdb.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "dotwire/result.h"

// NOLINTBEGIN(readability-identifier-naming)
using duckdb_database = struct duckdb_database_*;
using duckdb_connection = struct duckdb_connection_*;
using duckdb_data_chunk = struct duckdb_data_chunk_*;
using duckdb_vector = struct duckdb_vector_*;
using duckdb_logical_type = struct duckdb_logical_type_*;
using duckdb_table_function = struct duckdb_table_function_*;
using duckdb_bind_info = struct duckdb_bind_info_*;
using duckdb_init_info = struct duckdb_init_info_*;
using duckdb_function_info = struct duckdb_function_info_*;

struct duckdb_result {
  std::uint64_t deprecated_counts[3];
  void* deprecated_columns;
  char* deprecated_error_message;
  void* internal_data;
};

// Up to 12 bytes in place, else their first four and where they are.
struct duckdb_string_t {
  std::uint32_t length;
  char prefix[4];
  union {
    const char* pointer;
    char rest[8];
  } value;
};

struct duckdb_hugeint {
  std::uint64_t lower;
  std::int64_t upper;
};
// NOLINTEND(readability-identifier-naming)

namespace dotwire::bench {

enum class DuckType : std::uint32_t {
  Boolean = 1,
  TinyInt = 2,
  SmallInt = 3,
  Integer = 4,
  BigInt = 5,
  UTinyInt = 6,
  USmallInt = 7,
  UInteger = 8,
  UBigInt = 9,
  Float = 10,
  Double = 11,
  Timestamp = 12,
  Varchar = 17,
  Blob = 18,
  Decimal = 19,
  Uuid = 27,
};

struct DuckDbApi {
  const char* (*library_version)();
  int (*open)(const char* path, duckdb_database* database);
  void (*close)(duckdb_database* database);
  int (*connect)(duckdb_database database, duckdb_connection* connection);
  void (*disconnect)(duckdb_connection* connection);
  int (*query)(duckdb_connection connection, const char* sql, duckdb_result* result);
  const char* (*result_error)(duckdb_result* result);
  void (*destroy_result)(duckdb_result* result);
  duckdb_data_chunk (*fetch_chunk)(duckdb_result result);
  void (*destroy_data_chunk)(duckdb_data_chunk* chunk);

  std::uint64_t (*vector_size)();
  std::uint64_t (*data_chunk_get_size)(duckdb_data_chunk chunk);
  void (*data_chunk_set_size)(duckdb_data_chunk chunk, std::uint64_t size);
  duckdb_vector (*data_chunk_get_vector)(duckdb_data_chunk chunk, std::uint64_t column);
  void* (*vector_get_data)(duckdb_vector vector);
  std::uint64_t* (*vector_get_validity)(duckdb_vector vector);
  void (*vector_ensure_validity_writable)(duckdb_vector vector);

  duckdb_logical_type (*create_logical_type)(DuckType type);
  duckdb_logical_type (*create_decimal_type)(std::uint8_t width, std::uint8_t scale);
  void (*destroy_logical_type)(duckdb_logical_type* type);

  duckdb_table_function (*create_table_function)();
  void (*destroy_table_function)(duckdb_table_function* function);
  void (*table_function_set_name)(duckdb_table_function function, const char* name);
  void (*table_function_set_extra_info)(duckdb_table_function function, void* info, void (*destroy)(void*));
  void (*table_function_set_bind)(duckdb_table_function function, void (*bind)(duckdb_bind_info));
  void (*table_function_set_init)(duckdb_table_function function, void (*init)(duckdb_init_info));
  void (*table_function_set_function)(duckdb_table_function function,
                                      void (*fill)(duckdb_function_info, duckdb_data_chunk));
  int (*register_table_function)(duckdb_connection connection, duckdb_table_function function);
  void* (*bind_get_extra_info)(duckdb_bind_info info);
  void (*bind_add_result_column)(duckdb_bind_info info, const char* name, duckdb_logical_type type);
  void* (*init_get_extra_info)(duckdb_init_info info);
  void* (*function_get_extra_info)(duckdb_function_info info);
};

Result<std::shared_ptr<const DuckDbApi>> load_duckdb(const std::string& file);

}  // namespace dotwire::bench
