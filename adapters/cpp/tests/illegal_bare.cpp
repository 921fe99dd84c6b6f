// Answers with a move that is too long.
coord_t mine(dna_t d, view_t v) {
    return {2, 0};
}
