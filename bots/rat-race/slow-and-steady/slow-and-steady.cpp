// Our take on the strategy of SlowAndSteady: medium is best.
//
// A colour's score comes from the number of ones in its piece of 6 bits: 9 - (ones - 3)^2. Since most random pieces have two to
// four ones, most colours are good to begin with, and a specimen can move about. Seven neighbours are looked at, all but the one
// straight behind. A correction for the direction is added, so that the way ahead is preferred and the way back is not. The
// specimen goes to the best of them, to a random one of those that tie.
#include "./gamelogic.cpp"

static int steadiness(const dna_t &d, color_t color) {
    const int length = DNA_BITS / N_COLORS;
    int ones = 0;
    for (int i = 0; i < length; i++) ones += d[color * length + i];
    return 9 - (ones - 3) * (ones - 3);
}

coord_t slowAndSteady(dna_t d, view_t v) {
    static const coord_t neighbors[7] = {{1, 0}, {1, 1}, {1, -1}, {0, 1}, {0, -1}, {-1, 1}, {-1, -1}};
    static const int correction[7] = {5, 5, 5, 2, 2, 0, 0};
    coord_t moves[7];
    int count = 0, best = -1;
    for (int i = 0; i < 7; i++) {
        const color_t color = v(neighbors[i].x, neighbors[i].y);
        if (color == OUT_OF_BOUNDS) continue;
        const int score = steadiness(d, color) + correction[i];
        if (score > best) {
            best = score;
            count = 0;
        }
        if (score == best) moves[count++] = neighbors[i];
    }
    return moves[v.rng.rint(count)];
}

int main() {
    slog << "Geometric mean: " << runsimulation(slowAndSteady) << std::endl;
}
