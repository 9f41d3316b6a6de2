#include "peers/duckdb_api.h"

#include "base/try.h"
#include "peers/shared_library.h"

namespace dotwire::bench {

Result<std::shared_ptr<const DuckDbApi>> load_duckdb(const std::string& file) {
  DOTWIRE_TRY(SharedLibrary library, SharedLibrary::open(file));
  const auto api = std::make_shared<DuckDbApi>();
  library.find(api->library_version, "duckdb_library_version");
  library.find(api->open, "duckdb_open").find(api->close, "duckdb_close");
  library.find(api->connect, "duckdb_connect").find(api->disconnect, "duckdb_disconnect");
  library.find(api->query, "duckdb_query").find(api->result_error, "duckdb_result_error");
  library.find(api->destroy_result, "duckdb_destroy_result").find(api->fetch_chunk, "duckdb_fetch_chunk");
  library.find(api->destroy_data_chunk, "duckdb_destroy_data_chunk").find(api->vector_size, "duckdb_vector_size");
  library.find(api->data_chunk_get_size, "duckdb_data_chunk_get_size");
  library.find(api->data_chunk_set_size, "duckdb_data_chunk_set_size");
  library.find(api->data_chunk_get_vector, "duckdb_data_chunk_get_vector");
  library.find(api->vector_get_data, "duckdb_vector_get_data");
  library.find(api->vector_get_validity, "duckdb_vector_get_validity");
  library.find(api->vector_ensure_validity_writable, "duckdb_vector_ensure_validity_writable");
  library.find(api->create_logical_type, "duckdb_create_logical_type");
  library.find(api->create_decimal_type, "duckdb_create_decimal_type");
  library.find(api->destroy_logical_type, "duckdb_destroy_logical_type");
  library.find(api->create_table_function, "duckdb_create_table_function");
  library.find(api->destroy_table_function, "duckdb_destroy_table_function");
  library.find(api->table_function_set_name, "duckdb_table_function_set_name");
  library.find(api->table_function_set_extra_info, "duckdb_table_function_set_extra_info");
  library.find(api->table_function_set_bind, "duckdb_table_function_set_bind");
  library.find(api->table_function_set_init, "duckdb_table_function_set_init");
  library.find(api->table_function_set_function, "duckdb_table_function_set_function");
  library.find(api->register_table_function, "duckdb_register_table_function");
  library.find(api->bind_get_extra_info, "duckdb_bind_get_extra_info");
  library.find(api->bind_add_result_column, "duckdb_bind_add_result_column");
  library.find(api->init_get_extra_info, "duckdb_init_get_extra_info");
  library.find(api->function_get_extra_info, "duckdb_function_get_extra_info");
  DOTWIRE_TRY(library.all_found());
  return std::shared_ptr<const DuckDbApi>(api);
}

}  // namespace dotwire::bench
