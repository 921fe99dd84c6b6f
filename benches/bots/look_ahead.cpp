// Looks two steps ahead, and draws nothing: of the moves forward, the one whose colour is best, together with the best that follows it.
coord_t lookAhead(dna_t d, view_t v) {
    int best = -1, move = 0;
    for (int y = -1; y <= 1; ++y) {
        if (v(1, y) == OUT_OF_BOUNDS) continue;
        int next = 0;
        for (int z = y - 1; z <= y + 1; ++z)
            if (v(2, z) != OUT_OF_BOUNDS) next = std::max(next, dnarange(d, 6 * v(2, z), 6));
        const int value = 2 * dnarange(d, 6 * v(1, y), 6) + next;
        if (value > best) best = value, move = y;
    }
    return {1, move};
}
