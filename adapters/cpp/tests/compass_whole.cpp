// The compass of the golden dialogues as a whole player file. What it does is described beside them.
#include "./gamelogic.cpp"
#include <cstdio>
#include <stdexcept>

int dnarange(dna_t &d, int start, int len) {
    int number = 0;
    for (int i = start; i < start + len; i++) number = number << 1 | d.at(i);
    return number;
}

int reversed(int bits) {
    return (bits & 1) << 2 | (bits & 2) | bits >> 2;
}

coord_t neighbour(int number) {
    coord_t c = {number % 3 - 1, number / 3 - 1};
    return c;
}

coord_t debug() {
    printf("debug\n");
    fflush(stdout);
    std::cout << "debug" << std::endl;
    system("echo debug");
    if (getchar() != EOF || std::cin.get() != EOF) throw std::logic_error("there is something to read");
    return {0, 0};
}

coord_t compass(dna_t d, view_t v) {
    switch (v(1, 0)) {
    case OUT_OF_BOUNDS: throw std::logic_error("there is nothing\nahead");
    case 9: return {1 + v.rng.rint(7, 7) - 7, 0};
    case 10: return {v.rng.rint(1, 2) > 0, 0};
    case 11: return neighbour(reversed(dnarange(d, 0, 3)));
    case 12: return neighbour(reversed(dnarange(d, 97, 3)));
    case 13: return {2, 0};
    case 14: return v(3, 0) == 0 ? coord_t{1, 0} : coord_t{1, 0};
    case 15: return debug();
    default: return neighbour(v(1, 0));
    }
}

int main() {
    slog << "Geometric mean: " << runsimulation(compass) << std::endl;
}
