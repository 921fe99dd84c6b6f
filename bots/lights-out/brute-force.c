// Brute force: tries all sets of clicks and keeps the smallest one that turns all lights off. It
// tries them in the order of the Gray code: each set differs from the one before by one click, so a
// set costs only one click. The time doubles with every cell.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// 30 cells have 2^30 sets, which take seconds.
enum { MAX_CELLS = 30, MAX_SIDE = 20 };

// The number of progress reports.
static const uint64_t PROGRESS_EVERY = UINT64_C(1) << 26;

static int columns, rows;

static uint64_t bit(int x, int y) {
    return x < 0 || x >= columns || y < 0 || y >= rows ? 0 : UINT64_C(1) << (y * columns + x);
}

static uint64_t read_lights(void) {
    uint64_t lights = 0;
    for (int y = 0; y < rows; y++) {
        char row[MAX_SIDE + 1];
        if (scanf("%20s", row) != 1) exit(1);
        for (int x = 0; x < columns; x++)
            if (row[x] == '1') lights |= bit(x, y);
    }
    return lights;
}

static void print_clicks(uint64_t clicks) {
    printf("CLICKS");
    for (int cell = 0; cell < columns * rows; cell++)
        if (clicks >> cell & 1) printf(" %d,%d", cell % columns, cell / columns);
    printf("\n");
}

int main(void) {
    if (scanf("BOARD %d %d", &columns, &rows) != 2) return 1;
    if (columns * rows > MAX_CELLS) {
        puts("UNKNOWN");
        return 0;
    }
    uint64_t lights = read_lights(), clicks = 0, best = 0;
    uint64_t flips[MAX_CELLS];
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            flips[y * columns + x] = bit(x, y) | bit(x + 1, y) | bit(x - 1, y) | bit(x, y + 1) | bit(x, y - 1);

    int least = lights == 0 ? 0 : MAX_CELLS + 1;
    const uint64_t sets = UINT64_C(1) << (columns * rows);
    for (uint64_t number = 1; number < sets; number++) {
        int cell = __builtin_ctzll(number);
        lights ^= flips[cell];
        clicks ^= UINT64_C(1) << cell;
        if (lights == 0 && __builtin_popcountll(clicks) < least) {
            best = clicks;
            least = __builtin_popcountll(clicks);
        }
        if (number % PROGRESS_EVERY == 0) {
            printf("PROGRESS evaluations=%llu\n", (unsigned long long)number);
            fflush(stdout);
        }
    }
    printf("PROGRESS evaluations=%llu\n", (unsigned long long)sets);
    if (least > MAX_CELLS)
        puts("NONE");
    else
        print_clicks(best);
    return 0;
}
