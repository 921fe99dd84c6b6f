// Our version of The FITTEST: two bits for a colour, and all others for the decisions of the
// ancestors.
//
// The score of a colour is the number of ones in its 2 bits, so a mutation changes it by one. A
// colour with score 0 counts as a wall or worse. The specimen takes a cell ahead with the best
// score. If none is good, it goes up or down, and if these are bad too, back. There is no
// randomness. If cells tie, a hash of the 25 colours in view selects one of the remaining 68 bits
// of the genome. This bit chooses the topmost or the lowest of these cells, never the middle one.
// So children do what their ancestors did in almost all places. The further they come, the more
// likely they leave the path of a stuck specimen.
static const int FIT_BITS = 2;
static const int FIT_MEMORY = FIT_BITS * N_COLORS;
static const int FIT_THRESHOLD = 1;

static int dnacountrange(dna_t &d, int start, int len) {
    int ones = 0;
    for (int i = start; i < start + len; i++) ones += d[i];
    return ones;
}

static bool fitUpwards(dna_t &d, view_t &v) {
    unsigned code = 17;
    for (int y = -VIEW_DIST; y <= VIEW_DIST; y++) {
        for (int x = -VIEW_DIST; x <= VIEW_DIST; x++) code = code * 31 + (unsigned)(v(x, y) + 1);
    }
    return d[FIT_MEMORY + code % (DNA_BITS - FIT_MEMORY)];
}

coord_t theFittest(dna_t d, view_t v) {
    const bool upwards = fitUpwards(d, v);
    coord_t fallback = {0, 0};
    for (int x = 1; x >= -1; x--) {
        int best = -1, top = 0, bottom = 0;
        for (int y = -1; y <= 1; y++) {
            const color_t color = v(x, y);
            if (color == OUT_OF_BOUNDS || (x == 0 && y == 0)) continue;
            const int score = dnacountrange(d, color * FIT_BITS, FIT_BITS);
            if (score > best) {
                best = score;
                top = y;
            }
            if (score == best) bottom = y;
        }
        if (best < 0) continue;
        const coord_t move = {x, upwards ? top : bottom};
        if (best >= FIT_THRESHOLD) return move;
        if (x == 1) fallback = move;
    }
    return fallback;
}
