// Makes a program from a bare function with its helpers, without includes and without `main`.
#include "gamelogic.cpp"

namespace rathaus {

// A parameter type that needs a conversion of the argument. So if a submission defines its own
// `dnarange`, overload resolution prefers that one.
template <typename T>
struct WeakParameter {
    T value;
    template <typename Argument>
    WeakParameter(const Argument &argument) : value(argument) {}
};

}  // namespace rathaus

// The number in the bits `start` to `start + length - 1`, the most significant bit first.
inline int dnarange(rathaus::WeakParameter<dna_t> dna, rathaus::WeakParameter<int> start,
                    rathaus::WeakParameter<int> length) {
    int number = 0;
    for (int i = start.value; i < start.value + length.value; ++i) number = 2 * number + dna.value[i];
    return number;
}

#include RATHAUS_SOURCE

#include "rathaus/trace.hpp"

// The lambda calls the function by its name, so its parameters may also be references.
int main() {
    runsimulation([](dna_t dna, view_t view) -> coord_t { return RATHAUS_ENTRY(dna, view); });
    return 0;
}
