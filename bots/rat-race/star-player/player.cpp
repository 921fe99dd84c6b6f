// Our version of StarPlayer: the best way ahead by A*.
//
// As in ColorScore, each colour has 6 bits of the genome. The lower this number, the higher the
// cost of a step. A* searches for the cheapest path from the specimen to the right border of the
// view, over all cells in view. The estimate of the remaining cost assumes the cheapest possible
// steps. The specimen makes the first step of this path. It does not enter cells outside of the
// board. It tries open cells in a fixed order, so there is no randomness.
#include "./gamelogic.cpp"

#include <queue>

namespace {

const int SIDE = 2 * VIEW_DIST + 1;
const int PIECE = DNA_BITS / N_COLORS;
const int CHEAPEST = 1;

struct Node {
    int estimate, cost, x, y, firstX, firstY;
    bool operator<(const Node &other) const {  // the top of the queue is the best
        if (estimate != other.estimate) return estimate > other.estimate;
        return cost < other.cost;
    }
};

int price(const dna_t &d, color_t color) {
    int quality = 0;
    for (int i = 0; i < PIECE; i++) quality = quality * 2 + d[color * PIECE + i];
    return (1 << PIECE) - 1 - quality + CHEAPEST;
}

}  // namespace

coord_t starPlayer(dna_t d, view_t v) {
    int prices[N_COLORS];
    for (int i = 0; i < N_COLORS; i++) prices[i] = price(d, i);
    bool closed[SIDE][SIDE] = {{false}};
    std::priority_queue<Node> open;
    open.push({CHEAPEST * VIEW_DIST, 0, 0, 0, 0, 0});
    while (!open.empty()) {
        const Node at = open.top();
        open.pop();
        if (closed[at.x + VIEW_DIST][at.y + VIEW_DIST]) continue;
        closed[at.x + VIEW_DIST][at.y + VIEW_DIST] = true;
        if (at.x == VIEW_DIST) return {at.firstX, at.firstY};
        for (int dx = 1; dx >= -1; dx--) {
            for (int dy = -1; dy <= 1; dy++) {
                const int x = at.x + dx, y = at.y + dy;
                if (abs(x) > VIEW_DIST || abs(y) > VIEW_DIST || closed[x + VIEW_DIST][y + VIEW_DIST]) continue;
                const color_t color = v(x, y);
                if (color == OUT_OF_BOUNDS) continue;
                const int cost = at.cost + prices[color];
                const bool first = at.x == 0 && at.y == 0;
                open.push({cost + CHEAPEST * (VIEW_DIST - x), cost, x, y, first ? dx : at.firstX, first ? dy : at.firstY});
            }
        }
    }
    return {1, 0};
}

int main() {
    slog << "Geometric mean: " << runsimulation(starPlayer) << std::endl;
}
