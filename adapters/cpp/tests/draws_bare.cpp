// Makes one kind of draw for each colour ahead, and then moves (1,0).
coord_t draws(dna_t d, view_t v) {
    switch (v(1, 0)) {
    case 0: v.rng.rint(1); break;
    case 1: v.rng.rint(-5, -5); break;
    case 2: v.rng.rlong(1); break;
    case 3: v.rng.rint(2); break;
    case 4: v.rng.rint(0, 1); break;
    case 5: v.rng.rlong(2); break;
    case 6: v.rng.rlong(1ULL << 40); break;
    case 7: v.rng.rdouble(); break;
    case 8: { auto copy = v.rng; break; }
    case 9: v.rng.rint(-2147483647 - 1, 2147483647); break;
    case 10: v.rng.rint(0); break;
    case 11: v.rng.rint(2, 1); break;
    case 12: v.rng.rlong(0); break;
    case 13: throw 13;
    case 14: throw "a text";
    }
    return {1, 0};
}
