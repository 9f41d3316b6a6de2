#include "article.h"

#include "table_formats.h"

namespace dotwire::bench {
namespace {

constexpr ArticleCell kCells[] = {
    {"Synthetic.Type1Large", kXml, 13'435'801, 411.941, 467.279},
    {"Synthetic.Type1Large", kBinary, 2'660'024, 217.003, 317.036},
    {"Synthetic.Type1Large", kBinaryQuickLz, 821'369, 232.951, 323.181},
    {"Synthetic.Type1Large", kProtobuf, 0, 0, 0},
    {"Synthetic.Type1Large", kProtobufQuickLz, 0, 0, 0},
    {"Synthetic.Type1Large", kFast, 1'696'752, 74.906, 106.662},
    {"Synthetic.Type1Large", kLightweight, 3'324'311, 339.926, 700.616},
    {"Synthetic.Type1Large", kDrew, 3'182'058, 376.337, 668.623},
    {"Synthetic.Type1Large", kCustomQuickLz, 535'194, 60.743, 127.290},
    {"Synthetic.Type1Large", kCustom, 2'966'841, 49.940, 115.219},
    {"Synthetic.Type2Small", kXml, 3'707, 0.116, 0.286},
    {"Synthetic.Type2Small", kBinary, 7'609, 0.272, 0.361},
    {"Synthetic.Type2Small", kBinaryQuickLz, 3'549, 0.367, 0.414},
    {"Synthetic.Type2Small", kProtobuf, 1'354, 0.068, 0.145},
    {"Synthetic.Type2Small", kProtobufQuickLz, 1'363, 0.086, 0.148},
    {"Synthetic.Type2Small", kFast, 1'420, 0.017, 0.036},
    {"Synthetic.Type2Small", kLightweight, 2'559, 0.127, 0.274},
    {"Synthetic.Type2Small", kDrew, 2'192, 0.060, 0.132},
    {"Synthetic.Type2Small", kCustomQuickLz, 1'436, 0.025, 0.050},
    {"Synthetic.Type2Small", kCustom, 1'427, 0.010, 0.045},
    {"Synthetic.Type2Large", kXml, 13'889'857, 203.162, 390.192},
    {"Synthetic.Type2Large", kBinary, 7'149'929, 163.989, 315.307},
    {"Synthetic.Type2Large", kBinaryQuickLz, 6'534'987, 249.564, 393.697},
    {"Synthetic.Type2Large", kProtobuf, 6'583'542, 74.065, 293.169},
    {"Synthetic.Type2Large", kProtobufQuickLz, 6'047'817, 151.984, 364.331},
    {"Synthetic.Type2Large", kFast, 6'867'204, 159.638, 214.509},
    {"Synthetic.Type2Large", kLightweight, 7'900'979, 282.263, 1002.640},
    {"Synthetic.Type2Large", kDrew, 7'200'752, 201.556, 392.789},
    {"Synthetic.Type2Large", kCustomQuickLz, 6'045'369, 134.320, 284.072},
    {"Synthetic.Type2Large", kCustom, 6'550'117, 54.208, 222.759},
    {"Production.Product", kXml, 415'908, 9.178, 12.013},
    {"Production.Product", kBinary, 114'997, 7.518, 7.172},
    {"Production.Product", kBinaryQuickLz, 40'642, 8.283, 7.896},
    {"Production.Product", kProtobuf, 0, 0, 0},
    {"Production.Product", kProtobufQuickLz, 0, 0, 0},
    {"Production.Product", kFast, 0, 0, 0},
    {"Production.Product", kLightweight, 115'718, 8.829, 10.159},
    {"Production.Product", kDrew, 107'232, 9.262, 13.954},
    {"Production.Product", kCustomQuickLz, 25'885, 1.674, 2.611},
    {"Production.Product", kCustom, 79'342, 1.207, 2.197},
    {"Production.ProductDescription", kXml, 305'996, 5.729, 6.786},
    {"Production.ProductDescription", kBinary, 135'756, 6.310, 6.476},
    {"Production.ProductDescription", kBinaryQuickLz, 75'183, 7.370, 7.447},
    {"Production.ProductDescription", kProtobuf, 117'871, 1.375, 2.515},
    {"Production.ProductDescription", kProtobufQuickLz, 67'689, 2.415, 3.475},
    {"Production.ProductDescription", kFast, 112'598, 1.480, 1.683},
    {"Production.ProductDescription", kLightweight, 143'633, 7.105, 7.675},
    {"Production.ProductDescription", kDrew, 132'694, 6.172, 6.823},
    {"Production.ProductDescription", kCustomQuickLz, 67'156, 2.100, 2.668},
    {"Production.ProductDescription", kCustom, 117'440, 1.060, 1.718},
    {"Production.ProductPhoto", kXml, 2'715'494, 21.841, 38.668},
    {"Production.ProductPhoto", kBinary, 2'025'340, 6.428, 2.203},
    {"Production.ProductPhoto", kBinaryQuickLz, 2'025'349, 22.867, 6.929},
    {"Production.ProductPhoto", kProtobuf, 2'013'896, 7.420, 1.796},
    {"Production.ProductPhoto", kProtobufQuickLz, 2'013'905, 22.922, 5.973},
    {"Production.ProductPhoto", kFast, 2'013'926, 7.370, 1.283},
    {"Production.ProductPhoto", kLightweight, 2'019'925, 6.862, 2.119},
    {"Production.ProductPhoto", kDrew, 2'018'227, 6.393, 1.908},
    {"Production.ProductPhoto", kCustomQuickLz, 2'014'505, 22.852, 5.973},
    {"Production.ProductPhoto", kCustom, 2'014'496, 7.240, 1.335},
    {"Production.ProductReview", kXml, 7'839, 0.150, 0.379},
    {"Production.ProductReview", kBinary, 15'450, 0.437, 0.546},
    {"Production.ProductReview", kBinaryQuickLz, 6'406, 0.544, 0.640},
    {"Production.ProductReview", kProtobuf, 5'284, 0.089, 0.203},
    {"Production.ProductReview", kProtobufQuickLz, 3'799, 0.148, 0.256},
    {"Production.ProductReview", kFast, 5'339, 0.039, 0.074},
    {"Production.ProductReview", kLightweight, 6'639, 0.149, 0.341},
    {"Production.ProductReview", kDrew, 6'161, 0.077, 0.170},
    {"Production.ProductReview", kCustomQuickLz, 3'842, 0.081, 0.134},
    {"Production.ProductReview", kCustom, 5'437, 0.024, 0.082},
};

struct SizeReason {
  std::string_view data;  // empty: the rest
  std::string_view format;
  std::string_view reason;
};

// The first that fits counts.
constexpr SizeReason kReasons[] = {
    {"Synthetic.Type1Large", kXml, "values are our own: other numbers, other text"},
    {"Synthetic.Type1Large", kBinary, "the article's rows share objects of a pool, ours do not"},
    {"Synthetic.Type1Large", kBinaryQuickLz, "values are our own"},
    {"Synthetic.Type1Large", kFast, "values are our own"},
    {"Synthetic.Type1Large", kLightweight, "values are our own"},
    {"Synthetic.Type1Large", kDrew, "values are our own"},
    {"Synthetic.Type1Large", kCustomQuickLz, "a pool of 64 rows repeats more than the article's"},
    {"Synthetic.Type2Small", kBinaryQuickLz, "letters are our own"},
    {"Synthetic.Type2Large", kBinaryQuickLz, "letters are our own"},
    {"Synthetic.Type2Large", kProtobufQuickLz, "letters are our own"},
    {"Synthetic.Type2Large", kCustomQuickLz, "letters are our own"},
    {"", kLightweight, "exact but for 3 bytes that nothing explains"},
    {"", kDrew, "exact but for 84 bytes: the names of a lost class"},
};

}  // namespace

std::string_view size_reason(std::string_view data, std::string_view format) {
  for (const SizeReason& reason : kReasons) {
    if ((reason.data.empty() || reason.data == data) && reason.format == format) return reason.reason;
  }
  return {};
}

std::span<const ArticleCell> article_cells() { return kCells; }

const ArticleCell* find_article_cell(std::string_view data, std::string_view format) {
  for (const ArticleCell& cell : kCells) {
    if (cell.data == data && cell.format == format) return &cell;
  }
  return nullptr;
}

}  // namespace dotwire::bench
