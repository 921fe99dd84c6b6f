// Our version of Gray-Color Lookahead: numbers that a mutation changes little.
//
// Each colour has a Gray code of 4 bits, mapped to a score from -2 to 2 that is small for most
// codes. The value of a move in any of the eight directions is the score of its cell times a
// factor, plus the scores of the possible next moves, plus a bias if it leads to the right, or
// minus it if to the left. Factor and bias are Gray codes of 2 bits. The bot draws one of the best
// moves. It ignores traps.
#include "./gamelogic.cpp"

static int gray(const dna_t &d, int start, int length) {
    int number = 0, bit = 0;
    for (int i = start; i < start + length; i++) {
        bit ^= d[i];
        number = number * 2 + bit;
    }
    return number;
}

// Scores are in halves, so that they are integers.
static int worth(const dna_t &d, color_t color) {
    static const int halves[16] = {-4, -3, -2, -2, -1, -1, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4};
    return color == OUT_OF_BOUNDS ? -4 : halves[gray(d, 4 * color, 4)];
}

coord_t grayColorLookahead(dna_t d, view_t v) {
    const int factor = 1 + gray(d, 64, 2), bias = 2 * gray(d, 66, 2);
    coord_t moves[8];
    int count = 0, best = -100000;
    for (int x = -1; x <= 1; x++) {
        for (int y = -1; y <= 1; y++) {
            if ((x == 0 && y == 0) || v(x, y) == OUT_OF_BOUNDS) continue;
            int score = factor * worth(d, v(x, y)) + bias * x;
            for (int dx = -1; dx <= 1; dx++) {
                for (int dy = -1; dy <= 1; dy++) {
                    if (dx != 0 || dy != 0) score += worth(d, v(x + dx, y + dy));
                }
            }
            if (score > best) {
                best = score;
                count = 0;
            }
            if (score == best) moves[count++] = {x, y};
        }
    }
    return moves[v.rng.rint(count)];
}

int main() {
    slog << "Geometric mean: " << runsimulation(grayColorLookahead) << std::endl;
}
