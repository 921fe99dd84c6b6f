// What a genome means to its submission, where that has a function `std::string trace(dna_t dna, color_t colour)`. This stands behind the
// submission, and has to compile whatever else the submission calls `trace`.
#ifndef RATHAUS_TRACE_HPP
#define RATHAUS_TRACE_HPP

#include <string>
#include <utility>

#include "types.hpp"

#undef trace

namespace rathaus {

// There is such a function if it can be called. The last parameter makes the first of two functions the better one.
template <typename Dna>
auto has_trace(int) -> decltype(std::string(trace(std::declval<Dna &>(), color_t())), bool()) {
    return true;
}

template <typename Dna>
bool has_trace(long) {
    return false;
}

template <typename Dna>
auto told(Dna &dna, color_t colour, int) -> decltype(std::string(trace(dna, colour))) {
    return trace(dna, colour);
}

template <typename Dna>
std::string told(Dna &, color_t, long) {
    return std::string();
}

// These two are what runtime.cpp calls.
bool can_trace() { return has_trace<dna_t>(0); }

std::string meaning(dna_t dna, color_t colour) { return told(dna, colour, 0); }

}  // namespace rathaus

#endif
