// Our version of SlowAndSteady: medium is best.
//
// The score of a colour depends on the number of ones in its 6 bits: 9 - (ones - 3)^2. Most random
// pieces have two to four ones, so most colours are good at first, and a specimen can move. The bot
// looks at seven neighbours, all except the one straight behind. A correction for the direction
// prefers the way ahead. The specimen goes to the best neighbour, and to a random one of those that
// tie.
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
