// Asks a submission what its genomes mean, if it has a function
// `std::string trace(dna_t dna, color_t colour)`. This file is compiled after the submission. It
// must compile even if the submission uses the name `trace` for something else.
#ifndef RATHAUS_TRACE_HPP
#define RATHAUS_TRACE_HPP

#include <string>
#include <utility>

#include "types.hpp"

#undef trace

namespace rathaus {

// Overload resolution prefers the first of each two templates, if `trace` can be called.
template <typename Dna>
auto has_trace(int) -> decltype(std::string(trace(std::declval<Dna &>(), color_t())), bool()) {
    return true;
}

template <typename Dna>
bool has_trace(long) {
    return false;
}

template <typename Dna>
auto call_trace(Dna &dna, color_t colour, int) -> decltype(std::string(trace(dna, colour))) {
    return trace(dna, colour);
}

template <typename Dna>
std::string call_trace(Dna &, color_t, long) {
    return std::string();
}

// runtime.cpp calls these two.
bool can_trace() { return has_trace<dna_t>(0); }

std::string meaning(dna_t dna, color_t colour) { return call_trace(dna, colour, 0); }

}  // namespace rathaus

#endif
