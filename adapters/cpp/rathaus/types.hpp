// The types of the original controller.
#ifndef RATHAUS_TYPES_HPP
#define RATHAUS_TYPES_HPP

#include <bitset>

#include "constants.hpp"
#include "generator.hpp"

namespace rathaus {

// Throws an error for a cell outside of the view.
[[noreturn]] void outside_view(int dx, int dy);

}  // namespace rathaus

typedef unsigned long long ull;

// A colour: a number from 0, or OUT_OF_BOUNDS.
typedef int color_t;
const color_t OUT_OF_BOUNDS = -1;

// The meanings of colours. A scoped enum, so that submissions can use the names.
enum class colortype_t { empty, teleporter, trap, wall };

// An aggregate: submissions write `return {1, 0};` and `coord_t c = {x, y};`.
struct coord_t {
    int x, y;
    coord_t operator+(const coord_t &other) const { return {x + other.x, y + other.y}; }
};

// A bitset with the method `at`, which older submissions call.
struct dna_t : std::bitset<DNA_BITS> {
    typedef std::bitset<DNA_BITS> bits;
    using bits::bits;
    dna_t() = default;
    // The operators of a bitset return bitsets, which submissions assign to genomes.
    dna_t(const bits &other) : bits(other) {}
    bool at(std::size_t i) const { return this->test(i); }
    bits::reference at(std::size_t i) {
        this->test(i);
        return (*this)[i];
    }
};

// The view of a specimen, and the generator of the turn. Cheap to pass by value.
class view_t {
public:
    view_t(const signed char *centre, rathaus::Generator &generator) : rng(generator), centre_(centre) {}

    color_t operator()(int dx, int dy) const {
        const unsigned reach = 2 * VIEW_DIST;
        if (static_cast<unsigned>(dx + VIEW_DIST) > reach || static_cast<unsigned>(dy + VIEW_DIST) > reach)
            rathaus::outside_view(dx, dy);
        return centre_[dy * (2 * VIEW_DIST + 1) + dx];
    }

    rathaus::Generator &rng;

private:
    const signed char *centre_;
};

// A specimen in the original controller.
struct bot_t {
    coord_t position;
    dna_t dna;
    int age;
    int points;
};

typedef coord_t (*player_t)(dna_t, view_t);

#endif
