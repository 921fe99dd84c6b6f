// Our version of TripleScore: three scores for a move, and no jumping up and down.
//
// Each colour has 6 bits of the genome: 4 bits are its quality, and 2 bits say what it does to its
// surroundings. The score of a move is a sum of three. The first is the quality of the colour of
// its cell, which counts twice. The second is the danger there: each of the three cells before and
// at the cell in its row costs something if the other two bits of its colour point to the cell. The
// third is the best quality of a further step ahead. The bot first scores up and down, and
// considers them only if they are better than standing still. Then it scores the three moves ahead.
// It draws one of the best.
static const int TRIPLE_BITS = 6;

struct TripleScore {
    dna_t &d;
    view_t &v;

    int quality(int x, int y) {
        const color_t color = v(x, y);
        return color == OUT_OF_BOUNDS ? 0 : dnarange(d, color * TRIPLE_BITS, 4);
    }

    // 0: no warning; 1 to 3: the colour warns of the cell to its left, its own cell, or the one to
    // its right.
    int warning(int x, int y) {
        if (abs(x) > VIEW_DIST) return 0;
        const color_t color = v(x, y);
        return color == OUT_OF_BOUNDS ? 0 : dnarange(d, color * TRIPLE_BITS + 4, 2);
    }

    int danger(int x, int y) { return (warning(x + 1, y) == 1) + (warning(x, y) == 2) + (warning(x - 1, y) == 3); }

    int further(int x, int y) {
        int best = 0;
        for (int next = y - 1; next <= y + 1; next++) best = std::max(best, quality(x + 1, next));
        return best;
    }

    int score(int x, int y) { return 2 * quality(x, y) - 10 * danger(x, y) + further(x, y); }
};

coord_t tripleScore(dna_t d, view_t v) {
    TripleScore triple = {d, v};
    coord_t moves[5];
    int count = 0, best = -1000;
    const auto consider = [&](int x, int y, int score) {
        if (score > best) count = 0;
        if (score < best) return;
        best = score;
        moves[count++] = {x, y};
    };
    const int stay = triple.score(0, 0);
    for (int y = -1; y <= 1; y += 2) {
        if (v(0, y) == OUT_OF_BOUNDS) continue;
        const int score = triple.score(0, y);
        if (score > stay) consider(0, y, score);
    }
    for (int y = -1; y <= 1; y++) {
        if (v(1, y) != OUT_OF_BOUNDS) consider(1, y, triple.score(1, y));
    }
    return moves[v.rng.rint(count)];
}
