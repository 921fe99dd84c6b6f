// Moves to a random neighbour, by both kinds of bounded draws. The view's generator may be passed on and copied.
template <typename Generator>
int splitOff(Generator generator) {
    return generator.rint(-1, 1);
}

coord_t dice(dna_t d, view_t v) {
    if (v(1, 0) == 1) return {v.rng.rint(3) - 1, v.rng.rint(-1, 1)};
    return {splitOff(v.rng), (int)v.rng.rlong(3) - 1};
}
