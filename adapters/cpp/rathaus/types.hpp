// The types that C++ submissions are written in.
#ifndef RATHAUS_TYPES_HPP
#define RATHAUS_TYPES_HPP

#include <bitset>

#include "constants.hpp"
#include "generator.hpp"

namespace rathaus {

// Reports a look at a cell that is outside of the view. It never returns.
[[noreturn]] void outside_view(int dx, int dy);

}  // namespace rathaus

typedef unsigned long long ull;

// A colour is a number from 0, or OUT_OF_BOUNDS.
typedef int color_t;
const color_t OUT_OF_BOUNDS = -1;

// What a colour can mean. The names are scoped, so that they stay free for submissions.
enum class colortype_t { empty, teleporter, trap, wall };

// An aggregate, because submissions write `return {1, 0};` and `coord_t c = {x, y};`.
struct coord_t {
    int x, y;
    coord_t operator+(const coord_t &other) const { return {x + other.x, y + other.y}; }
};

// A bitset on which `at` works too, which older submissions call.
struct dna_t : std::bitset<DNA_BITS> {
    typedef std::bitset<DNA_BITS> bits;
    using bits::bits;
    dna_t() = default;
    // The operators of a bitset give bitsets, which submissions assign to genomes.
    dna_t(const bits &other) : bits(other) {}
    bool at(std::size_t i) const { return this->test(i); }
    bits::reference at(std::size_t i) {
        this->test(i);
        return (*this)[i];
    }
};

// What a specimen sees, and the generator that serves its turn. It is passed by value, so it only points at the cells.
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

// A specimen, as a controller that plays the whole game would keep it.
struct bot_t {
    coord_t position;
    dna_t dna;
    int age;
    int points;
};

typedef coord_t (*player_t)(dna_t, view_t);

#endif
