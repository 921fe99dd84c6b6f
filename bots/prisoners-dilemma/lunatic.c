// Lunatic: tosses a coin for each other player in every round. The coins come from SplitMix64, with
// the round's number from the seed file as the seed. Only the name of the original is known.
#include <inttypes.h>
#include <stdio.h>

static uint64_t state;

static uint64_t next(void) {
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

int main(void) {
    int players, me, rounds;
    if (scanf("%d %d %d", &players, &me, &rounds) != 3) {
        return 1;
    }
    // Skips the rest of the first line and the lines of the rounds.
    int c;
    for (int passed = 0; passed <= rounds && (c = getchar()) != EOF;) {
        passed += c == '\n';
    }
    if (scanf("%" SCNu64, &state) != 1) {
        return 1;
    }

    for (int other = 1; other <= players; other++) {
        if (other != me && next() >> 63) {
            printf("%d ", other);
        }
    }
    putchar('\n');
}
