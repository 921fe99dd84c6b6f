// A whole player file that needs another file, and has a neighbour that is none of its own.
#include "./gamelogic.cpp"
#include "table.hpp"

coord_t beside(dna_t d, view_t v) {
    return moves[0];
}

int main() {
    slog << "Score: " << runsimulation(beside) << std::endl;
}
