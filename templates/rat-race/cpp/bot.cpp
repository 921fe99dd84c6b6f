// A first bot for the rat race.
//
//     rathaus play rat-race .
//     rathaus check rat-race .
//
// A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
// teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
// have children, which inherit these bits. So you choose what the bits say about colours. If the
// same bits always mean the same thing, the population improves with time.
//
// Keep no data from one call to the next, and use no randomness except v.rng.

// Returns the step: x and y are -1, 0 or 1. The goal is on the right.
coord_t bot(dna_t d, view_t v) {
    int best = -1, count = 0, ways[3];
    for (int y = -1; y <= 1; y++) {
        color_t colour = v(1, y);  // A cell ahead. -1 is out of bounds: deadly.
        if (colour == OUT_OF_BOUNDS) continue;
        int quality = dnarange(d, 6 * colour, 6);  // Six bits for each colour: how good it is.
        if (quality > best) {
            best = quality;
            count = 0;
        }
        if (quality == best) ways[count++] = y;
    }
    return {1, ways[v.rng.rint(count)]};
}
