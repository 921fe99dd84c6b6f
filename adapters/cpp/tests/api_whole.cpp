// The same as a whole player file, which brings its own helper.
#include "./gamelogic.cpp"

int dnarange(dna_t &d, int start, int length) {
    int number = 0;
    for (int i = start; i < start + length; i++) number = 2 * number + d[i];
    return number;
}

// include: api_bare.cpp

int main() {
    slog << "Score: " << runsimulation(api) << std::endl;
}
