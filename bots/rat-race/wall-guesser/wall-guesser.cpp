// Our version of WallGuesser: some colours are blocked, and a specimen without blocked colours
// should not have children.
//
// Bit i of colour c is bit c + 16 i of the genome, so the bits of a colour are distributed over all
// of it and come from both parents. A colour is blocked if its first two bits are one. The other
// four bits are the cost of a step on it. A* searches for the cheapest path to the right border of
// the view and never enters a blocked colour. If there is no path, the specimen is unfit, and moves
// to the left to get fewer children. If a genome has no blocked colour, all colours count as
// blocked. There is no randomness.
static const int GUESS_SIDE = 2 * VIEW_DIST + 1;

static coord_t guessPath(const bool blocked[], const int cost[], view_t &v) {
    int known[GUESS_SIDE * GUESS_SIDE];
    int first[GUESS_SIDE * GUESS_SIDE];
    bool done[GUESS_SIDE * GUESS_SIDE] = {false};
    std::fill(known, known + GUESS_SIDE * GUESS_SIDE, -1);
    known[VIEW_DIST * GUESS_SIDE + VIEW_DIST] = 0;
    first[VIEW_DIST * GUESS_SIDE + VIEW_DIST] = -1;
    for (;;) {
        // Take the open cell with the lowest cost plus estimate, and the rightmost of equal ones,
        // which has the highest number. The view is too small to need a queue.
        int at = -1, least = 0;
        for (int cell = 0; cell < GUESS_SIDE * GUESS_SIDE; cell++) {
            if (done[cell] || known[cell] < 0) continue;
            const int estimate = known[cell] + GUESS_SIDE - 1 - cell / GUESS_SIDE;
            if (at < 0 || estimate <= least) {
                at = cell;
                least = estimate;
            }
        }
        if (at < 0) return {-1, 0};
        const int x = at / GUESS_SIDE - VIEW_DIST, y = at % GUESS_SIDE - VIEW_DIST;
        if (x == VIEW_DIST) return {first[at] / 3 - 1, first[at] % 3 - 1};
        done[at] = true;
        for (int step = 0; step < 9; step++) {
            const int nx = x + step / 3 - 1, ny = y + step % 3 - 1;
            if (abs(nx) > VIEW_DIST || abs(ny) > VIEW_DIST) continue;
            const color_t color = v(nx, ny);
            if (color == OUT_OF_BOUNDS || blocked[color]) continue;
            const int next = (nx + VIEW_DIST) * GUESS_SIDE + ny + VIEW_DIST;
            const int total = known[at] + cost[color];
            if (done[next] || (known[next] >= 0 && known[next] <= total)) continue;
            known[next] = total;
            first[next] = first[at] < 0 ? step : first[at];
        }
    }
}

coord_t wallGuesser(dna_t d, view_t v) {
    bool blocked[N_COLORS];
    int cost[N_COLORS];
    bool any = false;
    for (int c = 0; c < N_COLORS; c++) {
        blocked[c] = d.test(c) && d.test(c + 16);
        cost[c] = 1 + d[c + 32] * 8 + d[c + 48] * 4 + d[c + 64] * 2 + d[c + 80];
        any = any || blocked[c];
    }
    if (!any) return {-1, 0};
    return guessPath(blocked, cost, v);
}
