// Searches all that it sees for the cheapest way to the far column, by Dijkstra, and draws nothing. Colours cost what the genome says.
coord_t pathSearch(dna_t d, view_t v) {
    const int FAR = 1 << 20;
    int price[16], cost[25], first[25];
    bool done[25];
    for (int c = 0; c < 16; ++c) price[c] = 1 + dnarange(d, 6 * c, 6);
    for (int i = 0; i < 25; ++i) cost[i] = FAR, first[i] = 14, done[i] = false;
    cost[12] = 0;
    for (;;) {
        int near = -1;
        for (int i = 0; i < 25; ++i)
            if (!done[i] && cost[i] < FAR && (near < 0 || cost[i] < cost[near])) near = i;
        if (near < 0) break;
        done[near] = true;
        const int x = near % 5, y = near / 5;
        if (x == 4) return {first[near] % 5 - 2, first[near] / 5 - 2};
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int nx = x + dx, ny = y + dy, next = 5 * ny + nx;
                if (nx < 0 || nx > 4 || ny < 0 || ny > 4 || done[next]) continue;
                const color_t colour = v(nx - 2, ny - 2);
                if (colour == OUT_OF_BOUNDS) continue;
                const int found = cost[near] + price[colour];
                if (found >= cost[next]) continue;
                cost[next] = found;
                first[next] = near == 12 ? next : first[near];
            }
    }
    return {1, 0};
}
