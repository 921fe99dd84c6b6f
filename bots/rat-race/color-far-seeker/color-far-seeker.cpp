// Our version of ColorFarSeeker: ColorScore for two steps, with a fallback.
//
// Each colour has 6 bits of the genome, its quality. The value of a step is three times the quality
// of its cell, which decides whether the specimen survives, plus the best quality that it can reach
// from there. Cells of the lowest quarter are not safe. The specimen makes the best safe step
// ahead, else the best safe step to the side, else a random step back. It never leaves the board.
static const int UNSAFE_BELOW = 16;

static int farQuality(dna_t &d, view_t &v, int x, int y) {
    const int length = DNA_BITS / N_COLORS;
    const color_t color = v(x, y);
    return color == OUT_OF_BOUNDS ? -1 : dnarange(d, color * length, length);
}

static int farScore(dna_t &d, view_t &v, int x, int y) {
    int best = 0;
    for (int next = std::max(-VIEW_DIST, y - 1); next <= std::min(VIEW_DIST, y + 1); next++) {
        best = std::max(best, farQuality(d, v, x + 1, next));
    }
    return 3 * farQuality(d, v, x, y) + best;
}

coord_t colorFarSeeker(dna_t d, view_t v) {
    coord_t moves[3];
    for (int x = 1; x >= 0; x--) {
        int count = 0, best = -1;
        for (int y = -1; y <= 1; y++) {
            if ((x == 0 && y == 0) || farQuality(d, v, x, y) < UNSAFE_BELOW) continue;
            const int score = farScore(d, v, x, y);
            if (score > best) {
                best = score;
                count = 0;
            }
            if (score == best) moves[count++] = {x, y};
        }
        if (count > 0) return moves[v.rng.rint(count)];
    }
    int count = 0;
    for (int y = -1; y <= 1; y++) {
        if (v(-1, y) != OUT_OF_BOUNDS) moves[count++] = {-1, y};
    }
    if (count == 0) return {0, 0};
    return moves[v.rng.rint(count)];
}
