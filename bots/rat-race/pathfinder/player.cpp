// Our version of Pathfinder: some colours are traps, the others have a weight, and the specimen
// takes the lightest path.
//
// Each colour has a gene of 5 bits abcde in the first 80 bits of the genome. If ab is 01, the
// colour is a trap, and cde is the direction of its danger, one of 8. Any other colour has the
// weight a + b + 2 (c + d + e). The genome also has the weight of unknown cells, coded like that of
// a colour (bits 80 to 84), the weight of a danger (85 to 89), the additional cost of a first step
// up or down (90 to 95), and the minimum weight of a path (95 to 99).
//
// The weights are written on a map of 3 x 7 cells, from the specimen's column to the right border
// of the view, with an unknown row above and below the view. If the lightest path to that border is
// lighter than the minimum, the specimen seems to be stuck, and makes a random move that does not
// lead back. Otherwise it takes the first step of the lightest path. Sometimes it takes the second
// best step, more often if a step up or down costs more.
#include "./gamelogic.cpp"

namespace {

const int GENE = 5;
const int UNKNOWN = 80, DANGER = 85, DODGE = 90, DODGE_BITS = 6, TARGET = 95, TARGET_BITS = 5;
const int WIDTH = VIEW_DIST + 1;
const int REACH = VIEW_DIST + 1;  // the rows of the map are -REACH to REACH
const int HEIGHT = 2 * REACH + 1;
const int NEVER = 1 << 20;

const coord_t AROUND[8] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

int number(const dna_t &d, int start, int length) {
    int result = 0;
    for (int i = start; i < start + length; i++) result = 2 * result + d[i];
    return result;
}

bool isTrap(const dna_t &d, color_t color) { return !d[color * GENE] && d[color * GENE + 1]; }

int weight(const dna_t &d, int gene) { return d[gene] + d[gene + 1] + 2 * (d[gene + 2] + d[gene + 3] + d[gene + 4]); }

class Map {
    int weights[WIDTH][HEIGHT];
    int paths[WIDTH][HEIGHT];  // the lightest path from a cell to the right border

    static bool holds(int x, int y) { return x >= 0 && x < WIDTH && abs(y) <= REACH; }

    int &at(int x, int y) { return weights[x][y + REACH]; }

    // First the paths that go straight or diagonally ahead, then those that also go up and down.
    void findPaths() {
        for (int x = WIDTH - 1; x >= 0; x--) {
            for (int y = 0; y < HEIGHT; y++) {
                int further = x + 1 < WIDTH ? NEVER : 0;
                for (int next = std::max(0, y - 1); x + 1 < WIDTH && next <= std::min(HEIGHT - 1, y + 1); next++) {
                    further = std::min(further, paths[x + 1][next]);
                }
                paths[x][y] = weights[x][y] + further;
            }
            for (int y = 1; y < HEIGHT; y++) paths[x][y] = std::min(paths[x][y], weights[x][y] + paths[x][y - 1]);
            for (int y = HEIGHT - 2; y >= 0; y--) paths[x][y] = std::min(paths[x][y], weights[x][y] + paths[x][y + 1]);
        }
    }

public:
    Map(const dna_t &d, view_t &v) {
        const int unknown = weight(d, UNKNOWN), danger = weight(d, DANGER);
        std::fill(&weights[0][0], &weights[0][0] + WIDTH * HEIGHT, unknown);
        for (int x = 0; x <= VIEW_DIST; x++) {
            for (int y = -VIEW_DIST; y <= VIEW_DIST; y++) {
                const color_t color = v(x, y);
                at(x, y) = color == OUT_OF_BOUNDS ? NEVER : isTrap(d, color) ? 0 : weight(d, color * GENE);
            }
        }
        for (int x = -1; x <= VIEW_DIST; x++) {
            for (int y = -VIEW_DIST; y <= VIEW_DIST; y++) {
                const color_t color = v(x, y);
                if (color == OUT_OF_BOUNDS || !isTrap(d, color)) continue;
                const coord_t &to = AROUND[number(d, color * GENE + 2, 3)];
                if (holds(x + to.x, y + to.y)) at(x + to.x, y + to.y) += danger;
            }
        }
        const int dodge = number(d, DODGE, DODGE_BITS);
        at(0, -1) += dodge;
        at(0, 1) += dodge;
        findPaths();
    }

    int pathBy(const coord_t &step) const { return paths[step.x][step.y + REACH]; }
};

const coord_t STEPS[5] = {{1, 0}, {1, -1}, {1, 1}, {0, -1}, {0, 1}};

coord_t anyStep(view_t &v) {
    coord_t steps[5];
    int count = 0;
    for (const coord_t &step : STEPS) {
        if (v(step.x, step.y) != OUT_OF_BOUNDS) steps[count++] = step;
    }
    return steps[v.rng.rint(count)];
}

}  // namespace

coord_t pathfinder(dna_t d, view_t v) {
    const Map map(d, v);
    int best = 0, second = -1;
    for (int i = 1; i < 5; i++) {
        if (map.pathBy(STEPS[i]) < map.pathBy(STEPS[best])) {
            second = best;
            best = i;
        } else if (second < 0 || map.pathBy(STEPS[i]) < map.pathBy(STEPS[second])) {
            second = i;
        }
    }
    if (map.pathBy(STEPS[best]) < number(d, TARGET, TARGET_BITS)) return anyStep(v);
    if (map.pathBy(STEPS[second]) < NEVER && v.rng.rint(1000) < number(d, DODGE, DODGE_BITS)) best = second;
    return STEPS[best];
}

int main() {
    slog << "Geometric mean: " << runsimulation(pathfinder) << std::endl;
}
