// The file that a submission includes with `#include "./gamelogic.cpp"`: the names of the original
// controller, and `runsimulation`.
//
// It includes only the headers that the original file includes. All additional names are in the
// namespace `rathaus`, so that submissions can use every other name. Code that calls the system is
// in runtime.cpp, a separate translation unit.
#ifndef RATHAUS_GAMELOGIC_CPP
#define RATHAUS_GAMELOGIC_CPP

#include <bitset>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <vector>

#include "rathaus/constants.hpp"
#include "rathaus/generator.hpp"
#include "rathaus/types.hpp"

namespace rathaus {

// Submissions use `slog_flush` as a manipulator, as a call and as a statement.
struct Flush {
    void operator()() const { std::cerr.flush(); }
};
inline std::ostream &operator<<(std::ostream &out, const Flush &) { return out.flush(); }

}  // namespace rathaus

static std::ostream &slog = std::cerr;
static const rathaus::Flush slog_flush = {};

// Replies to the host with the moves of this player until the host ends the session. Returns 0
// instead of a score, because only the host knows the scores.
double runsimulation(player_t player);

#endif
