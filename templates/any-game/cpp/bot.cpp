// A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
//
// It lives for a match, and remembers what it likes. A line has to be answered within its time, and flushed.
#include <iostream>
#include <random>
#include <string>
#include <vector>

// What bots could say.
const std::vector<std::string> ANSWERS = {{examples}};

// How lines begin that want an answer. Other lines tell something.
const std::string QUESTION = {question};

// With a seed of its own, it plays the same match again in the same way.
std::mt19937 chance(1);

std::string answer(const std::string &) {
    return ANSWERS[chance() % ANSWERS.size()];
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.compare(0, QUESTION.size(), QUESTION) == 0) std::cout << answer(line) << std::endl;
    }
}
