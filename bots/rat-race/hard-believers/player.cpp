// Our version of Hard Believers: Blind Faith with a path search, and with doubts about teleporters.
//
// Each colour has a gene of 5 bits. 2 bits are its kind, 3 bits the details. It is empty; or a
// block, which must not be entered; or a danger, whose 3 bits say which of the 8 cells around it to
// avoid; or a beam, a teleporter that is good at some places and bad at others. The beams among the
// 8 neighbours of a cell (in view) add up to a signature of that cell. A beam counts as a block if
// its signature ends in the 2 bits of its gene. So one beam in four is a block, and a mutation of
// these bits selects another one.
//
// On the resulting map, the specimen takes the first step of a shortest path to the rightmost
// column that it can reach. If both a step up and a step down begin such a path, one of the last 20
// bits of the genome decides, selected by a hash of the view, so that the children of a stuck
// specimen go elsewhere. A specimen without a path ahead goes straight ahead.
#include "./gamelogic.cpp"

#include <string>

namespace {

enum Kind { BLOCK = 0, DANGER = 1, BEAM = 2, EMPTY = 3 };

const int GENE = 5;
const int HABITS = N_COLORS * GENE;
const int MID = VIEW_DIST + 1;  // the centre of the map: the view with one more cell on each side
const int SIDE = 2 * MID + 1;

const coord_t AROUND[8] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

class Map {
    bool blocked[SIDE][SIDE];
    unsigned signature[SIDE][SIDE];
    int steps[SIDE][SIDE];

    static Kind kind(const dna_t &d, color_t color) { return (Kind)(d[color * GENE] * 2 + d[color * GENE + 1]); }

    // A neighbour's part of the signature depends on its colour and position.
    static unsigned share(color_t color, int direction) { return (unsigned)(color + 1) * (2 * direction + 1); }

public:
    unsigned hash;

    Map(const dna_t &d, view_t &v) : hash(0) {
        color_t colors[SIDE][SIDE];
        memset(blocked, 0, sizeof blocked);
        memset(signature, 0, sizeof signature);
        for (int x = 1; x < SIDE - 1; x++) {
            for (int y = 1; y < SIDE - 1; y++) {
                const color_t color = colors[x][y] = v(x - MID, y - MID);
                hash = hash * 31 + (unsigned)(color + 1);
                if (color == OUT_OF_BOUNDS) {
                    blocked[x][y] = true;
                    continue;
                }
                const int detail = color * GENE + 2;
                switch (kind(d, color)) {
                case EMPTY:
                    break;
                case BLOCK:
                    blocked[x][y] = true;
                    break;
                case DANGER: {
                    const coord_t &to = AROUND[d[detail] * 4 + d[detail + 1] * 2 + d[detail + 2]];
                    blocked[x + to.x][y + to.y] = true;
                    break;
                }
                case BEAM:
                    for (int i = 0; i < 8; i++) signature[x + AROUND[i].x][y + AROUND[i].y] += share(color, i);
                }
            }
        }
        for (int x = 1; x < SIDE - 1; x++) {
            for (int y = 1; y < SIDE - 1; y++) {
                const color_t color = colors[x][y];
                if (color == OUT_OF_BOUNDS || kind(d, color) != BEAM) continue;
                const unsigned bad = d[color * GENE + 3] * 2 + d[color * GENE + 4];
                if (signature[x][y] % 4 == bad) blocked[x][y] = true;
            }
        }
    }

    // Counts the steps from each cell to the free cells of one column in view.
    void lead(int column) {
        int queue[SIDE * SIDE], head = 0, tail = 0;
        for (int i = 0; i < SIDE * SIDE; i++) steps[i / SIDE][i % SIDE] = -1;
        for (int y = 1; y < SIDE - 1; y++) {
            if (blocked[column][y]) continue;
            steps[column][y] = 0;
            queue[tail++] = column * SIDE + y;
        }
        while (head < tail) {
            const int x = queue[head] / SIDE, y = queue[head] % SIDE;
            head++;
            for (int i = 0; i < 8; i++) {
                const int nx = x + AROUND[i].x, ny = y + AROUND[i].y;
                if (nx < 1 || ny < 1 || nx >= SIDE - 1 || ny >= SIDE - 1 || blocked[nx][ny] || steps[nx][ny] >= 0) continue;
                steps[nx][ny] = steps[x][y] + 1;
                queue[tail++] = nx * SIDE + ny;
            }
        }
    }

    int stepsFrom(int x, int y) const { return steps[MID + x][MID + y]; }
};

}  // namespace

// The meaning of each colour, for observers. A beam has none, because it depends on the place.
std::string trace(dna_t d, color_t color) {
    const int gene = color * GENE;
    switch (d[gene] * 2 + d[gene + 1]) {
    case BLOCK: return "wall";
    case EMPTY: return "empty";
    case BEAM: return "";
    }
    const coord_t &to = AROUND[d[gene + 2] * 4 + d[gene + 3] * 2 + d[gene + 4]];
    return "trap " + std::to_string(to.x) + " " + std::to_string(to.y);
}

coord_t hardBelievers(dna_t d, view_t v) {
    Map map(d, v);
    const int first = d[HABITS + map.hash % (DNA_BITS - HABITS)] ? 1 : -1;
    const coord_t order[8] = {{1, 0}, {1, first}, {1, -first}, {0, first}, {0, -first}, {-1, 0}, {-1, first}, {-1, -first}};
    for (int column = MID + VIEW_DIST; column > MID; column--) {
        map.lead(column);
        int best = -1;
        for (int i = 0; i < 8; i++) {
            const int steps = map.stepsFrom(order[i].x, order[i].y);
            if (steps < 0) continue;
            if (best < 0 || steps < map.stepsFrom(order[best].x, order[best].y)) best = i;
        }
        if (best >= 0) return order[best];
    }
    return {1, 0};
}

int main() {
    slog << "Geometric mean: " << runsimulation(hardBelievers) << std::endl;
}
