// Makes a program of a bare snippet: one function and its helpers, without includes and without a main.
#include "gamelogic.cpp"

namespace rathaus {

// A parameter that fits worse than any parameter a snippet would write itself: an argument has to be converted to it. So a
// snippet may define a `dnarange` of its own, in any of its usual shapes, and its own one is the one that is called.
template <typename T>
struct Yielding {
    T value;
    template <typename Argument>
    Yielding(const Argument &argument) : value(argument) {}
};

}  // namespace rathaus

// The number in the bits `start` to `start + length - 1`, the most significant bit first.
inline int dnarange(rathaus::Yielding<dna_t> dna, rathaus::Yielding<int> start, rathaus::Yielding<int> length) {
    int number = 0;
    for (int i = start.value; i < start.value + length.value; ++i) number = 2 * number + dna.value[i];
    return number;
}

#include RATHAUS_SOURCE

#include "rathaus/trace.hpp"

// The function is called by its name and not by its address, so that it may take references too.
int main() {
    runsimulation([](dna_t dna, view_t view) -> coord_t { return RATHAUS_ENTRY(dna, view); });
    return 0;
}
