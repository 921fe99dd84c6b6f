// What the host has introduced for one board: its views and its genomes, by name.
#ifndef RATHAUS_BOARD_HPP
#define RATHAUS_BOARD_HPP

#include <cstdint>
#include <vector>

#include "fields.hpp"
#include "types.hpp"

namespace rathaus {

const int VIEW_SIDE = 2 * VIEW_DIST + 1;
const int VIEW_CELLS = VIEW_SIDE * VIEW_SIDE;
const int GENOME_DIGITS = (DNA_BITS + 3) / 4;

// The value of a digit in any base up to 36: this reads colours and, with a base of 16, genomes.
inline int digit_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'z') return digit - 'a' + 10;
    throw Malformed("a digit is neither 0 to 9 nor a to z");
}

// The hexadecimal number in so many digits.
inline unsigned long long hexadecimal(const char *digits, int count) {
    unsigned long long number = 0;
    for (int i = 0; i < count; ++i) {
        const int value = digit_value(digits[i]);
        if (value > 15) throw Malformed("a digit is not hexadecimal");
        number = 16 * number + value;
    }
    return number;
}

struct Cells {
    signed char colours[VIEW_CELLS];
};

class Board {
public:
    void clear() {
        views_.clear();
        genomes_.clear();
    }

    void introduce_views(Fields &fields) {
        while (fields.more()) {
            const std::uint32_t name = fields.number();
            entry(views_, name) = cells(fields.characters(VIEW_CELLS));
        }
    }

    void introduce_genomes(Fields &fields) {
        while (fields.more()) {
            const std::uint32_t name = fields.number();
            entry(genomes_, name) = dna(fields.characters(GENOME_DIGITS));
        }
    }

    const dna_t &genome(std::uint32_t name) const {
        if (name >= genomes_.size()) throw Malformed("a genome was not introduced");
        return genomes_[name];
    }

    const signed char *view_centre(std::uint32_t name) const {
        if (name >= views_.size()) throw Malformed("a view was not introduced");
        return views_[name].colours + VIEW_CELLS / 2;
    }

private:
    template <typename Entry>
    static Entry &entry(std::vector<Entry> &table, std::uint32_t name) {
        if (name >= table.size()) table.resize(name + 1);
        return table[name];
    }

    static Cells cells(const char *colours) {
        Cells result;
        for (int i = 0; i < VIEW_CELLS; ++i)
            result.colours[i] = colours[i] == '-' ? OUT_OF_BOUNDS : digit_value(colours[i]);
        return result;
    }

    // The last digit has bits 0 to 3.
    static dna_t dna(const char *digits) {
        dna_t result;
        for (int lowest = 0; lowest < DNA_BITS; lowest += 4) {
            const unsigned long long value = hexadecimal(&digits[GENOME_DIGITS - 1 - lowest / 4], 1);
            for (int bit = 0; bit < 4 && lowest + bit < DNA_BITS; ++bit) result.set(lowest + bit, value >> bit & 1);
        }
        return result;
    }

    std::vector<Cells> views_;
    std::vector<dna_t> genomes_;
};

}  // namespace rathaus

#endif
