// Uses every name that a C++ submission may rely on, and throws where one is not what it should be. It moves (1,0) by a draw.
static void expect(bool right, const char *what) {
    if (!right) throw std::logic_error(what);
}

static void checkConstants() {
    expect(DNA_BITS == 100 && GRID_X == 50 && GRID_Y == 15 && VIEW_DIST == 2 && TELE_DIST == 4 && TRAP_DIST == 1, "sizes");
    expect(MAX_LIFE == 100 && N_INITIAL_BOTS == 15 && MIN_START_CELLS == 10 && SPAWN_PERIOD == 1 && SPAWN_AMOUNT == 10, "life");
    expect(N_COLORS_SAFE == 8 && N_COLORS_TELE == 4 && N_COLORS_TRAP == 2 && N_COLORS_WALL == 2 && N_COLORS == 16, "colours");
    expect(GAME_DURATION == 10000 && N_GAMES > 0 && PROB_MUTATION == 0.01 && PROB_CROSSOVER == 0.05, "the game");
#if defined(USE_MULTITHREADING) || defined(RANDOM_SEED)
#error "the settings that a submission may look for are off"
#endif
}

static void checkGenome(dna_t d) {
    static const int table[N_COLORS] = {};
    expect(table[0] == 0 && d.size() == (size_t)DNA_BITS, "sizes of arrays");
    expect(d[0] && !d[1] && d[2] && d[31] && d[32] && d[99] && d.count() == 5, "the bits that the host says");
    d.reset();
    d[99] = 1;
    d.at(98) = 1;
    const dna_t copy = d;
    expect(copy.at(99) && copy[98] && copy.test(98) && copy.count() == 2, "bits of a genome");
    dna_t shifted = d >> 98;
    expect(shifted.to_ulong() == 3 && (shifted & dna_t(1)).any() && shifted == dna_t(3ULL), "arithmetic of genomes");
    const std::bitset<100> plain = d;
    dna_t again = plain | shifted;
    expect(again.count() == 4 && (~again).count() == 96, "genomes are bitsets");
    d.set(96);
    expect(dnarange(d, 96, 4) == 11, "dnarange has the most significant bit first");
}

static void checkView(const view_t &v) {
    expect(v(0, 0) == OUT_OF_BOUNDS && v(1, 0) == 0, "colours of a view");
    int outside = 0, unseen = 0;
    for (int x = -3; x <= 3; x++) {
        for (int y = -3; y <= 3; y++) {
            try {
                unseen += v(x, y) == -1;
            } catch (...) {
                outside++;
            }
        }
    }
    expect(outside == 49 - 25 && unseen == 24, "cells outside of a view");
}

static void checkGenerator(view_t v) {
    for (int i = 0; i < 1000; i++) {
        const int a = v.rng.rint(7), b = v.rng.rint(-3, 3);
        const ull c = v.rng.rlong(3ULL << 50);
        const double e = v.rng.rdouble();
        expect(a >= 0 && a < 7 && b >= -3 && b <= 3 && c < 3ULL << 50 && e >= 0 && e < 1, "ranges of draws");
    }
}

static void checkEnds(view_t v) {
    std::vector<bool> reached(162);
    for (int i = 0; i < 5000; i++) {
        const int first = v.rng.rint(3) + 3 * (v.rng.rint(-1, 1) + 1) + 9 * (int)v.rng.rlong(3);
        reached[first + 27 * (int)(3 * v.rng.rdouble()) + 81 * (int)(v.rng.rlong(1ULL << 50) >> 49)] = true;
    }
    for (bool one : reached) expect(one, "every draw reaches everything");
}

coord_t api(dna_t d, view_t v);

static void checkTypes() {
    const coord_t a = {1, 2}, b = a + coord_t{3, 4};
    expect(b.x == 4 && b.y == 6, "coordinates");
    const color_t color = 3;
    const colortype_t kind = colortype_t();
    bot_t bot = bot_t();
    ull number = ~0ULL;
    const player_t player = api;
    coord_t (*function)(dna_t, view_t) = player;
    expect(color == 3 && number + 1 == 0 && function == api && kind == colortype_t() && bot.age == 0, "types");
}

static void checkHeaders() {
    std::vector<int> numbers(3);
    std::mt19937 engine(1);
    const std::chrono::seconds second(1);
    int text[2];
    memset(text, 0, sizeof text);
    expect(abs(-2) == 2 && sqrt(4.0) == 2 && strlen("abc") == 3 && numbers.size() == 3 && engine(), "headers");
    expect(second.count() == 1, "chrono");
    std::ostream &log = slog;
    log << "debug" << std::flush;
    slog << "debug " << 1 << slog_flush;
    slog_flush();
    std::cout << "debug" << std::endl;
    rand();
}

coord_t api(dna_t d, view_t v) {
    checkConstants();
    checkGenome(d);
    checkView(v);
    checkGenerator(v);
    checkEnds(v);
    checkTypes();
    checkHeaders();
    return {1, 0};
}
