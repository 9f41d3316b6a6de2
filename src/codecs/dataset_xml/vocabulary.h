// Namespaces and fixed texts of DataSet XML (xml-json-formats.md 0.1).
#pragma once

#include <string_view>

namespace dotwire::dataset_xml {

inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema";
inline constexpr std::string_view kXsi = "http://www.w3.org/2001/XMLSchema-instance";
inline constexpr std::string_view kMsdata = "urn:schemas-microsoft-com:xml-msdata";
inline constexpr std::string_view kMsprop = "urn:schemas-microsoft-com:xml-msprop";
inline constexpr std::string_view kDiffgr = "urn:schemas-microsoft-com:xml-diffgram-v1";
inline constexpr std::string_view kXml = "http://www.w3.org/XML/1998/namespace";

// How System.Data writes "unbounded".
inline constexpr std::string_view kUnboundedText = "79228162514264337593543950335";

}  // namespace dotwire::dataset_xml
