// The views and genomes that the host has introduced for one board, by name.
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

inline int digit_value(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'z') return digit - 'a' + 10;
    throw Malformed("a digit is neither 0 to 9 nor a to z");
}

// Parses a hexadecimal number. Without branches, because a processor cannot predict whether a digit
// is a letter: '0' to '9' are 0x30 to 0x39, 'a' to 'f' are 0x61 to 0x66.
inline unsigned long long hexadecimal(const char *digits, int count) {
    unsigned long long number = 0;
    bool is_valid = true;
    for (int i = 0; i < count; ++i) {
        const unsigned digit = static_cast<unsigned char>(digits[i]);
        is_valid &= (digit - '0' < 10) | (digit - 'a' < 6);
        number = 16 * number + (digit & 15) + 9 * (digit >> 6);
    }
    if (!is_valid) throw Malformed("a digit is not hexadecimal");
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
        int count = GENOME_DIGITS % 16;
        for (int begin = 0; begin < GENOME_DIGITS; begin += count, count = 16)
            result = (result << 4 * count) | dna_t(hexadecimal(digits + begin, count));
        return result;
    }

    std::vector<Cells> views_;
    std::vector<dna_t> genomes_;
};

}  // namespace rathaus

#endif
