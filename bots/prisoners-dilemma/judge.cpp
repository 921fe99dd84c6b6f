// Judge: punishes. It takes from those who have taken more often than the average of all players,
// and so from nobody in the first round.
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    int players, me, rounds;
    std::cin >> players >> me >> rounds;

    // The number after the rounds has no parenthesis, which ends the loop.
    std::vector<long long> takes(players + 1);
    long long total = 0;
    char mark;
    int taker, taken;
    while (std::cin >> mark && mark == '(' && std::cin >> taker >> mark >> taken >> mark) {
        takes[taker]++;
        total++;
    }

    for (int other = 1; other <= players; other++) {
        if (other != me && takes[other] * players > total) {
            std::cout << other << ' ';
        }
    }
    std::cout << '\n';
}
