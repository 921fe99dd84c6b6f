// Answers with a move that is too long.
coord_t mine(dna_t d, view_t v) {
    switch (v(1, 0)) {
    case 16: return {-2, 0};
    case 17: return {0, 2};
    case 18: return {0, -2};
    default: return {2, 0};
    }
}
