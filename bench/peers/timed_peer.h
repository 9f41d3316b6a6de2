// Samples of a peer, which times itself.
#pragma once

#include "peers/peer.h"
#include "sampling.h"

namespace dotwire::bench {

// Warms it up, and finds how many calls make a sample.
Status calibrate(PeerSerializer& peer, Sampler& writes, Sampler& reads);
// One sample of each.
Status sample(PeerSerializer& peer, Sampler& writes, Sampler& reads);

}  // namespace dotwire::bench
