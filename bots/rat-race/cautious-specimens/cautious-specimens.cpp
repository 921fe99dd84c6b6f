// Our version of Cautious Specimens: plans a safe route with everything that is known.
//
// The colours are coded as in Blind Faith, with 4 bits each: 11xx is safe, 10xx is lethal, and 0ttt
// is a trap that makes the neighbour in direction ttt lethal. The other 36 bits are unused. The bot
// draws the meanings of the 5 x 5 cells in view on a map of 7 x 7, because a trap at the border of
// the view can concern a cell outside of it. On this map the specimen takes the shortest safe route
// to the rightmost column that it can reach. If several first moves begin such a route, it draws
// one of them. If it cannot get ahead, it makes a random move that looks safe.
static const int SAFE_REACH = 3;
static const int SAFE_SIDE = 2 * SAFE_REACH + 1;

struct Chart {
    bool lethal[SAFE_SIDE][SAFE_SIDE];
    int distance[SAFE_SIDE][SAFE_SIDE];  // to the chosen column; -1: there is no route

    Chart(const dna_t &d, view_t &v) {
        static const int dx[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
        static const int dy[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
        memset(lethal, 0, sizeof lethal);
        for (int y = 1; y <= 5; y++) {
            for (int x = 1; x <= 5; x++) {
                const color_t color = v(x - SAFE_REACH, y - SAFE_REACH);
                if (color == OUT_OF_BOUNDS) {
                    lethal[x][y] = true;
                    if (y == 1) lethal[x][0] = true;
                    if (y == 5) lethal[x][6] = true;
                    if (x == 1) lethal[0][y] = true;
                } else if (!d[4 * color]) {
                    const int t = d[4 * color + 1] * 4 + d[4 * color + 2] * 2 + d[4 * color + 3];
                    lethal[x + dx[t]][y + dy[t]] = true;
                } else if (!d[4 * color + 1]) {
                    lethal[x][y] = true;
                }
            }
        }
    }

    // Computes the distances to a column. Moves go in all eight directions.
    void measure(int column) {
        int queue[SAFE_SIDE * SAFE_SIDE], head = 0, tail = 0;
        memset(distance, -1, sizeof distance);
        for (int y = 1; y <= 5; y++) {
            if (lethal[column][y]) continue;
            distance[column][y] = 0;
            queue[tail++] = column * SAFE_SIDE + y;
        }
        while (head < tail) {
            const int x = queue[head] / SAFE_SIDE, y = queue[head] % SAFE_SIDE;
            head++;
            for (int nx = std::max(0, x - 1); nx <= std::min(SAFE_SIDE - 1, x + 1); nx++) {
                for (int ny = std::max(0, y - 1); ny <= std::min(SAFE_SIDE - 1, y + 1); ny++) {
                    if (lethal[nx][ny] || distance[nx][ny] >= 0) continue;
                    distance[nx][ny] = distance[x][y] + 1;
                    queue[tail++] = nx * SAFE_SIDE + ny;
                }
            }
        }
    }
};

coord_t cautiousSpecimens(dna_t d, view_t v) {
    Chart chart(d, v);
    coord_t moves[8];
    for (int column = SAFE_REACH + 2; column > SAFE_REACH; column--) {
        chart.measure(column);
        int count = 0, best = SAFE_SIDE * SAFE_SIDE;
        for (int x = -1; x <= 1; x++) {
            for (int y = -1; y <= 1; y++) {
                const int distance = chart.distance[SAFE_REACH + x][SAFE_REACH + y];
                if ((x == 0 && y == 0) || distance < 0 || distance > best) continue;
                if (distance < best) count = 0;
                best = distance;
                moves[count++] = {x, y};
            }
        }
        if (count > 0) return moves[v.rng.rint(count)];
    }
    int count = 0;
    for (int x = -1; x <= 1; x++) {
        for (int y = -1; y <= 1; y++) {
            if ((x != 0 || y != 0) && !chart.lethal[SAFE_REACH + x][SAFE_REACH + y]) moves[count++] = {x, y};
        }
    }
    if (count > 0) return moves[v.rng.rint(count)];
    return {0, 0};
}
