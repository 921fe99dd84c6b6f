// A first bot for the prisoner's dilemma: tit for tat that forgives.
//
//     rathaus play prisoners-dilemma . .
//     rathaus check prisoners-dilemma .
//
// Each round runs this program once. It reads the whole game so far and writes the identifiers of
// the players to take from. A take gains 1 point and costs the other player 2, so feuds hurt both.
//
// The same input must give the same output. Instead of random numbers, use the number of the
// round: it is the same for all players. To keep data, write a second line. It is the last line
// of the next input.
#include <cstdint>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// The takes of a round: taker and taken.
using Round = std::vector<std::pair<int, int>>;

// It forgives everybody in one round of this many. This ends feuds with players like itself.
const std::uint64_t FORGIVES_EVERY = 10;

// Returns the players to take from.
std::set<int> takes(int, int me, const std::vector<Round> &history, std::uint64_t number) {
    std::set<int> from;
    if (history.empty() || number % FORGIVES_EVERY == 0) return from;
    for (const auto &take : history.back())
        if (take.second == me) from.insert(take.first);
    return from;
}

// Reads a line such as `(1, 2) (4, 1) `.
Round read_round(const std::string &line) {
    Round round;
    std::istringstream words(line);
    char mark;
    int taker, taken;
    while (words >> mark >> taker >> mark >> taken >> mark) round.push_back({taker, taken});
    return round;
}

int main() {
    std::ios::sync_with_stdio(false);
    int players = 0, me = 0, rounds = 0;
    std::uint64_t number = 0;
    std::string line;
    std::cin >> players >> me >> rounds;
    std::getline(std::cin, line);
    std::vector<Round> history;
    for (int round = 0; round < rounds && std::getline(std::cin, line); round++)
        history.push_back(read_round(line));
    std::cin >> number;
    for (int player : takes(players, me, history, number)) std::cout << player << ' ';
    std::cout << std::endl;
}
