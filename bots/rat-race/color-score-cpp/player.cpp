// ColorScore, the sample strategy of the contest.
//
// Each of the 16 colours has 6 bits of the genome. Read as a number, with the first bit as the most
// significant one, they are the quality of the colour. Of the three cells ahead, the specimen moves
// to the one whose colour has the best quality, and to a random one of those that tie. It never
// leaves the board.
#include "./gamelogic.cpp"

int dnarange(dna_t &d, int start, int len) {
    int res = 0;
    for (int i = start; i < start + len; i++) {
        res = (res << 1) | d[i];
    }
    return res;
}

coord_t colorScorePlayer(dna_t d, view_t v) {
    const int chunklen = DNA_BITS / N_COLORS;
    int ymax[3], nmax, smax = -1;
    for (int y = -1; y <= 1; y++) {
        color_t color = v(1, y);
        if (color == OUT_OF_BOUNDS) continue;
        int score = dnarange(d, color * chunklen, chunklen);
        if (score > smax) {
            smax = score;
            nmax = 0;
        }
        if (score == smax) ymax[nmax++] = y;
    }
    return {1, ymax[v.rng.rint(nmax)]};
}

int main() {
    slog << "Geometric mean: " << runsimulation(colorScorePlayer) << std::endl;
}
