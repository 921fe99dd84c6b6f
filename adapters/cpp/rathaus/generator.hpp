// The random generator of a submission: SplitMix64. The host sends a seed for each board and turn.
//
// SplitMix64 is seeded by setting one number. Its state is different after every draw, which tells
// the runtime whether a move drew.
#ifndef RATHAUS_GENERATOR_HPP
#define RATHAUS_GENERATOR_HPP

#include <cstdlib>

namespace rathaus {

// Throws an error for an empty range.
[[noreturn]] void empty_range(const char *call);

class Generator {
public:
    typedef unsigned long long word;

    explicit Generator(word seed) : state_(seed) {}

    // A copy is a separate generator, seeded by one draw. So a move that draws only from a copy is
    // marked as one that drew.
    Generator(Generator &parent) : state_(parent.next()) {}
    Generator &operator=(Generator &parent) {
        state_ = parent.next();
        return *this;
    }

    // A number in 0 .. n-1.
    int rint(int n) {
        if (n < 1) empty_range("rint(n) with n < 1");
        return static_cast<int>(below(static_cast<word>(n)));
    }

    // A number in min .. max, both included.
    int rint(int min, int max) {
        if (max < min) empty_range("rint(min, max) with max < min");
        const word size = static_cast<word>(static_cast<long long>(max) - min) + 1;
        return static_cast<int>(min + static_cast<long long>(below(size)));
    }

    // A number in 0 .. n-1, for ranges that are larger than an int.
    word rlong(word n) {
        if (n < 1) empty_range("rlong(n) with n < 1");
        return below(n);
    }

    // A number in 0 <= x < 1, with 53 random bits.
    double rdouble() { return static_cast<double>(next() >> 11) * (1.0 / 9007199254740992.0); }

    // Changes with every draw, and repeats only after 2^64 draws.
    word state() const { return state_; }
    void seed(word value) { state_ = value; }

private:
    word next() {
        state_ += 0x9e3779b97f4a7c15ULL;
        word mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31);
    }

    // A range of one value draws nothing. The protocol demands this.
    word below(word n) {
        if (n == 1) return 0;
        return n <= 0xffffffffULL ? below_small(n) : below_large(n);
    }

    // Lemire's method: the upper half of a product. Rejects the few products that would add a bias.
    word below_small(word n) {
        word product = (next() >> 32) * n;
        if ((product & 0xffffffffULL) < n) {
            const word rejected = ((1ULL << 32) - n) % n;
            while ((product & 0xffffffffULL) < rejected) product = (next() >> 32) * n;
        }
        return product >> 32;
    }

    // Draws as many bits as n - 1 has, until the value is below n. Needs no product of 128 bits.
    word below_large(word n) {
        word mask = n - 1;
        for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
        word value;
        do value = next() & mask;
        while (value >= n);
        return value;
    }

    word state_;
};

}  // namespace rathaus

#endif
