// Our version of the Run-Bonus Player: ColorScore with numbers that no single bit dominates.
//
// Each colour has 6 bits of the genome. A run of n ones has the value n (n + 1) / 2, and the sum of
// all runs is the score of the colour. The specimen goes to the best of the three cells ahead, and
// to a random one of those that tie. One time in 30 it goes to any of them, so that it does not
// stay stuck.
static int runBonus(const dna_t &d, color_t color) {
    const int length = DNA_BITS / N_COLORS;
    int sum = 0, run = 0;
    for (int i = 0; i < length; i++) {
        run = d[color * length + i] ? run + 1 : 0;
        sum += run;  // 1 + 2 + ... + n over a run
    }
    return sum;
}

coord_t runBonusPlayer(dna_t d, view_t v) {
    const bool anyOfThem = v.rng.rint(30) == 0;
    int moves[3], count = 0, best = -1;
    for (int y = -1; y <= 1; y++) {
        const color_t color = v(1, y);
        if (color == OUT_OF_BOUNDS) continue;
        const int score = anyOfThem ? 0 : runBonus(d, color);
        if (score > best) {
            best = score;
            count = 0;
        }
        if (score == best) moves[count++] = y;
    }
    return {1, moves[v.rng.rint(count)]};
}
