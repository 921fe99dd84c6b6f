// What `#include "./gamelogic.cpp"` of a submission finds: the names of the rat race, and `runsimulation`.
//
// This file includes only the headers that submissions have always found in it, and keeps every other name of its own in the
// namespace `rathaus`. Everything else is free for the submission; what speaks to the system is in runtime.cpp, a translation
// unit of its own.
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

// `slog_flush` works as a manipulator, as a call and as a statement, since submissions need not all write it the same way.
struct Flush {
    void operator()() const { std::cerr.flush(); }
};
inline std::ostream &operator<<(std::ostream &out, const Flush &) { return out.flush(); }

}  // namespace rathaus

static std::ostream &slog = std::cerr;
static const rathaus::Flush slog_flush = {};

// Answers the host with the moves of this player until the host ends the session. The host keeps the scores, so the number
// that is returned for `main` to print is 0.
double runsimulation(player_t player);

#endif
