// Never comes to an end.
coord_t mine(dna_t d, view_t v) {
    for (volatile int i = 0;; i = i + 1) {}
}
