// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
#include <iostream>
#include <random>
#include <string>
#include <vector>

struct Replies {
    std::string start;
    std::vector<std::string> replies;
};

// The starts of lines that need a reply, with replies to choose from. The first start that fits
// counts. All other lines are information.
const std::vector<Replies> REPLIES = {
    {{question}, {{examples}}},
};

// A fixed seed, so that the bot plays the same match in the same way again.
std::mt19937 generator(1);

// Returns the reply to a line, or null if it needs none.
const std::string *reply(const std::string &line) {
    for (const auto &[start, replies] : REPLIES) {
        if (line.compare(0, start.size(), start) == 0) return &replies[generator() % replies.size()];
    }
    return nullptr;
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        if (const std::string *answer = reply(line)) std::cout << *answer << std::endl;
    }
}
