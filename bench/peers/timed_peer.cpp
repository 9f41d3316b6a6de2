#include "peers/timed_peer.h"

#include "base/try.h"

namespace dotwire::bench {
namespace {

using Time = Result<double> (PeerSerializer::*)(std::uint32_t calls);

Status calibrate(PeerSerializer& peer, Time time, Sampler& sampler) {
  DOTWIRE_TRY(double last, (peer.*time)(1));
  const double start = wall_nanoseconds();
  do {
    DOTWIRE_TRY(last, (peer.*time)(1));
  } while (wall_nanoseconds() - start < peer.warm_up_seconds() * 1e9);
  sampler.calibrate(last);
  return {};
}

Status sample(PeerSerializer& peer, Time time, Sampler& sampler) {
  DOTWIRE_TRY(const double nanoseconds, (peer.*time)(sampler.calls_a_sample()));
  sampler.add_sample(nanoseconds);
  return {};
}

}  // namespace

Status calibrate(PeerSerializer& peer, Sampler& writes, Sampler& reads) {
  DOTWIRE_TRY(calibrate(peer, &PeerSerializer::time_writes, writes));
  return calibrate(peer, &PeerSerializer::time_reads, reads);
}

Status sample(PeerSerializer& peer, Sampler& writes, Sampler& reads) {
  DOTWIRE_TRY(sample(peer, &PeerSerializer::time_writes, writes));
  return sample(peer, &PeerSerializer::time_reads, reads);
}

}  // namespace dotwire::bench
