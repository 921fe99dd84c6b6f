// Our version of LookAheadPlayer: looks one step further.
//
// As in ColorScore, each colour has a number in the genome, its quality. The value of a cell ahead
// is twice its own quality plus the best quality of the three cells after it. A cell outside of the
// board has the value 0. The specimen moves to the best of the three cells ahead, and to a random
// one of those that tie.
static int quality(dna_t &d, view_t &v, int x, int y) {
    const int bits = DNA_BITS / N_COLORS;
    const color_t color = v(x, y);
    return color == OUT_OF_BOUNDS ? 0 : dnarange(d, color * bits, bits);
}

static int bestFurtherOn(dna_t &d, view_t &v, int y) {
    int best = 0;
    for (int next = y - 1; next <= y + 1; next++) best = std::max(best, quality(d, v, 2, next));
    return best;
}

coord_t lookAhead(dna_t d, view_t v) {
    int moves[3], count = 0, best = -1;
    for (int y = -1; y <= 1; y++) {
        if (v(1, y) == OUT_OF_BOUNDS) continue;
        const int score = 2 * quality(d, v, 1, y) + bestFurtherOn(d, v, y);
        if (score > best) {
            best = score;
            count = 0;
        }
        if (score == best) moves[count++] = y;
    }
    return {1, moves[v.rng.rint(count)]};
}
