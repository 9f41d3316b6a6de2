// The four Production tables of AdventureWorks that the DataTable article serializes, from Microsoft's CSV files.
#pragma once

#include <string>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::bench {

// What the published files say otherwise than the article's database did: data/adventureworks/README.md.
struct AdventureWorksOptions {
  bool dates_of_2012 = true;
  bool ids_from_one = true;
  // As ReadXml leaves a table: columns know the XSD type they were read as, and no row is accepted.
  bool read_from_xml = true;
};

// "Production.Product", "Production.ProductDescription", "Production.ProductPhoto", "Production.ProductReview".
// Reads Product.csv and so on from the folder; an empty name means the copy that is part of the program.
Result<std::vector<model::Table>> load_adventureworks(const std::string& folder,
                                                      const AdventureWorksOptions& options = {});

}  // namespace dotwire::bench
