// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
#include <iostream>
#include <random>
#include <string>
#include <vector>

// Replies to choose from.
const std::vector<std::string> REPLIES = {{examples}};

// The start of the lines that need a reply. All other lines are information.
const std::string REQUEST_START = {question};

// A fixed seed, so that the bot plays the same match in the same way again.
std::mt19937 generator(1);

std::string reply(const std::string &) {
    return REPLIES[generator() % REPLIES.size()];
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.compare(0, REQUEST_START.size(), REQUEST_START) == 0) std::cout << reply(line) << std::endl;
    }
}
