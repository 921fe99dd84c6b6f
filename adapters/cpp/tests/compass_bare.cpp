// The compass of the golden dialogues as a bare snippet. What it does is described beside them.
int genomeNumber(dna_t &d, int a, int b, int c) {
    return d[a] + 2 * d[b] + 4 * d[c];
}

coord_t neighbour(int number) {
    return {number % 3 - 1, number / 3 - 1};
}

coord_t compass(dna_t d, view_t v) {
    color_t ahead = v(1, 0);
    if (ahead == OUT_OF_BOUNDS) throw std::runtime_error("there is nothing ahead");
    if (ahead <= 8) return neighbour(ahead);
    if (ahead == 9) v.rng.rint(1);
    if (ahead == 10) v.rng.rint(2);
    if (ahead == 11) return neighbour(genomeNumber(d, 0, 1, 2));
    if (ahead == 12) return neighbour(genomeNumber(d, 97, 98, 99));
    if (ahead == 13) return {2, 0};
    if (ahead == 14) v(3, 0);
    if (ahead == 15) {
        std::cout << "debug" << std::endl;
        return {0, 0};
    }
    return {1, 0};
}
