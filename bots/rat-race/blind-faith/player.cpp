// Our version of Blind Faith: colours are good, bad or traps, and the genome says how to avoid an
// obstacle.
//
// Each colour has a gene of 4 bits: 11xx is good, 10xx is bad, and 0ttt says that one of the 8
// cells around a cell of this colour is dangerous; ttt says which. A bad colour makes its own cell
// dangerous. The specimen goes straight ahead if that is safe, else diagonally ahead, else up or
// down, else back. If both up and down are possible, one of the last 36 bits of the genome decides,
// selected by a hash of the 25 colours in view. A mutation of these bits sends the children of a
// stuck specimen along another path, and changes little else. A specimen that sees only danger goes
// ahead.
#include "./gamelogic.cpp"

#include <string>

static const int GENE = 4;
static const int TURN_BITS = N_COLORS * GENE;  // the first of the bits that say where to turn

static const coord_t AROUND[8] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

class Opinion {
    bool dangerous[7][7];  // the view with one more cell on each side

    void warn(int x, int y) { dangerous[x + 3][y + 3] = true; }

public:
    unsigned place;  // a hash of the colours in view

    Opinion(const dna_t &d, view_t &v) : place(0) {
        memset(dangerous, 0, sizeof dangerous);
        for (int x = -VIEW_DIST; x <= VIEW_DIST; x++) {
            for (int y = -VIEW_DIST; y <= VIEW_DIST; y++) {
                const color_t color = v(x, y);
                place = place * 31 + (unsigned)(color + 1);
                if (color == OUT_OF_BOUNDS) {
                    warn(x, y);
                    continue;
                }
                const int gene = color * GENE;
                if (!d[gene]) {
                    const coord_t &to = AROUND[d[gene + 1] * 4 + d[gene + 2] * 2 + d[gene + 3]];
                    warn(x + to.x, y + to.y);
                } else if (!d[gene + 1]) {
                    warn(x, y);
                }
            }
        }
    }

    bool safe(int x, int y) const { return !dangerous[x + 3][y + 3]; }
};

coord_t blindFaith(dna_t d, view_t v) {
    const Opinion see(d, v);
    const int first = d[TURN_BITS + see.place % (DNA_BITS - TURN_BITS)] ? 1 : -1;
    if (see.safe(1, 0)) return {1, 0};
    for (int x = 1; x >= -1; x--) {
        if (x < 0 && see.safe(x, 0)) return {x, 0};
        if (see.safe(x, first)) return {x, first};
        if (see.safe(x, -first)) return {x, -first};
    }
    return {1, 0};
}

// The meaning of each colour, for observers.
std::string trace(dna_t d, color_t color) {
    const int gene = color * GENE;
    if (d[gene]) return d[gene + 1] ? "empty" : "wall";
    const coord_t &to = AROUND[d[gene + 1] * 4 + d[gene + 2] * 2 + d[gene + 3]];
    return "trap " + std::to_string(to.x) + " " + std::to_string(to.y);
}

int main() {
    slog << "Geometric mean: " << runsimulation(blindFaith) << std::endl;
}
