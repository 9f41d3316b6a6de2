#include "support/sha256.h"

#include <openssl/evp.h>

#include <cstdlib>

namespace dotwire::test {

std::string sha256(std::span<const std::uint8_t> bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr) != 1) std::abort();
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

}  // namespace dotwire::test
