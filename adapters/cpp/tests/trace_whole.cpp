// Says what its genomes mean, and moves (1,0).
#include "./gamelogic.cpp"
#include <cstdio>
#include <stdexcept>

coord_t tracer(dna_t d, view_t v) {
    return {1, 0};
}

const char *trace(dna_t &d, int colour) {
    static char text[40];
    if (d.at(99)) throw std::runtime_error("this genome means nothing");
    const int number = d.at(0) + 2 * d.at(1) + 4 * d.at(2);
    switch (colour) {
    case 0: case 6: return "empty";
    case 1: return "wall";
    case 2: sprintf(text, "trap %d %d", number % 3 - 1, number / 3 - 1); return text;
    case 3: return "teleporter 4 -3";
    case 4: sprintf(text, "worth %d", number - 4); return text;
    case 7: printf("debug\n"); return "empty";
    case 8: return "a;b\nc";
    default: return "";
    }
}

int main() {
    slog << "Geometric mean: " << runsimulation(tracer) << std::endl;
}
