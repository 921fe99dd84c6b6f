// A first bot for the grid-routing battle. It builds a path towards the vertices of others.
//
//     rathaus play grid-routing . . . --rounds 10 --ascii
//     rathaus check grid-routing .
//
// No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
// nearest active vertex ahead, follows the active vertices from there, and continues at their end.
// When the path is complete, it connects one more source to it in each turn. It breaks nothing.
//
// Each round starts this program again. It runs until the line SCORE. Send each reply within the
// time limit, and flush it. The file data.txt is kept from round to round.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

// How many starts to try in a turn. Dead ends and connected sources take one each.
const int ATTEMPTS = 20;

enum State : char { INACTIVE, ACTIVE, BROKEN };

struct Vertex {
    int x, y;
};

const Vertex NO_VERTEX = {-1, -1};

std::mt19937 generator{std::random_device{}()};

int below(int bound) {
    return std::uniform_int_distribution<int>(0, bound - 1)(generator);
}

struct Bot {
    int side = 1;
    std::vector<State> states;
    std::vector<Vertex> active;
    // The first vertex of the path is in this column: in row 0, from where the path goes up (1), or
    // in the last row, from where it goes down (-1).
    int column = 0, step = 1;

    explicit Bot(int side) : side(side), states(side * side, INACTIVE) {
        column = below(side);
        step = below(2) == 0 ? 1 : -1;
    }

    State &state(int x, int y) { return states[y * side + x]; }

    // Returns the vertex to break.
    Vertex destroy() { return NO_VERTEX; }

    // Returns the vertex to activate.
    Vertex activate() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Vertex vertex = follow();
            if (vertex.x >= 0) return vertex;
        }
        return NO_VERTEX;
    }

    void note(Vertex vertex, State kind) {
        if (state(vertex.x, vertex.y) != INACTIVE) return;
        state(vertex.x, vertex.y) = kind;
        if (kind == ACTIVE) active.push_back(vertex);
    }

    // Follows the path to its first free vertex. Without one, chooses another start.
    Vertex follow() {
        int x = column, y = step > 0 ? 0 : side - 1;
        while (x >= 0 && state(x, y) == ACTIVE) {
            y += step;
            if (y < 0 || y >= side) {
                int source = step > 0 ? column : x;
                column = (source + 1) % side;
                step = 1;
                return NO_VERTEX;
            }
            x = next_column(x, y);
        }
        if (x >= 0 && state(x, y) == INACTIVE) return {x, y};
        column = below(side);
        return NO_VERTEX;
    }

    // Returns the column in row y that is nearest to the target, or -1 at a dead end.
    int next_column(int x, int y) {
        const int ways[] = {x, (x + side - 1) % side, (x + 1) % side};
        for (int way : ways)
            if (state(way, y) == ACTIVE) return way;
        int aim = target(x, y), best = -1;
        for (int way : ways)
            if (state(way, y) == INACTIVE && (best < 0 || distance(way, aim) < distance(best, aim)))
                best = way;
        return best;
    }

    // Returns the column of the nearest active vertex ahead that a path could reach.
    int target(int x, int y) {
        int best = side, found = x;
        for (Vertex other : active) {
            int rows = (other.y - y) * step + 1;
            if (rows > 0 && rows < best && distance(x, other.x) <= rows) {
                best = rows;
                found = other.x;
            }
        }
        return found;
    }

    int distance(int one, int other) {
        int apart = std::abs(one - other);
        return std::min(apart, side - apart);
    }
};

void send(Vertex vertex) {
    if (vertex.x < 0) std::cout << "NONE" << std::endl;
    else std::cout << "VERTEX " << vertex.x << ',' << vertex.y << std::endl;
}

int main() {
    Bot bot(1);
    std::string line, word;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        words >> word;
        if (word == "BEGIN") {
            int bots, turns, side;
            words >> bots >> turns >> side;
            bot = Bot(side);
        } else if (word == "DESTROY") {
            send(bot.destroy());
        } else if (word == "ACTIVATE") {
            send(bot.activate());
        } else if (word == "BROKEN" || word == "OWNED") {
            State kind = word == "OWNED" ? ACTIVE : BROKEN;
            std::string choice;
            words >> choice;  // The turn. The own choice and those of the others follow.
            while (words >> choice) {
                std::size_t comma = choice.find(',');
                if (comma == std::string::npos) continue;
                bot.note({std::stoi(choice), std::stoi(choice.substr(comma + 1))}, kind);
            }
        } else if (word == "SCORE") {
            break;
        }
    }
}
