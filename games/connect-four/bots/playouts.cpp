// For each column, plays many random games to the end. Chooses the column with the most wins.

#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int PLAYOUTS = 400;

struct Board {
    int rows, connect;
    std::vector<std::vector<int>> columns;
    int next = 0;

    bool is_free(int column) const { return static_cast<int>(columns[column].size()) < rows; }

    bool is(int x, int y, int piece) const {
        if (x < 0 || x >= static_cast<int>(columns.size()) || y < 0) return false;
        return y < static_cast<int>(columns[x].size()) && columns[x][y] == piece;
    }

    // Drops a piece of the next seat. Returns whether that completes a line.
    bool drop(int column) {
        const int piece = next, x = column, y = static_cast<int>(columns[column].size());
        columns[column].push_back(piece);
        next = 1 - next;
        constexpr int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        for (const auto& [dx, dy] : directions) {
            int length = 1;
            for (int step = 1; is(x + step * dx, y + step * dy, piece); ++step) ++length;
            for (int step = 1; is(x - step * dx, y - step * dy, piece); ++step) ++length;
            if (length >= connect) return true;
        }
        return false;
    }
};

// xorshift64*, with a fixed seed for each position.
class RandomNumbers {
    std::uint64_t state;

public:
    explicit RandomNumbers(std::uint64_t seed) : state(seed | 1) {}

    int below(int bound) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return static_cast<int>(((state * 0x2545F4914F6CDD1DULL) >> 33) % static_cast<unsigned>(bound));
    }
};

// Returns 2 if the seat wins, 1 for a draw, 0 if it loses.
int playout(Board board, int seat, RandomNumbers& random) {
    for (;;) {
        std::vector<int> free;
        for (int column = 0; column < static_cast<int>(board.columns.size()); ++column)
            if (board.is_free(column)) free.push_back(column);
        if (free.empty()) return 1;
        const int mover = board.next;
        if (board.drop(free[random.below(static_cast<int>(free.size()))])) return mover == seat ? 2 : 0;
    }
}

}  // namespace

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        int columns, rows, connect, move, moves = 0;
        words >> columns >> rows >> connect;
        Board board{rows, connect, std::vector<std::vector<int>>(columns)};
        while (words >> move) {
            board.drop(move);
            ++moves;
        }
        RandomNumbers random(0x9E3779B97F4A7C15ULL * (moves + 1));
        int best = -1, most = -1;
        for (int column = 0; column < columns; ++column) {
            if (!board.is_free(column)) continue;
            Board after = board;
            int points = 0;
            if (after.drop(column)) points = 2 * PLAYOUTS + 1;
            else
                for (int number = 0; number < PLAYOUTS; ++number) points += playout(after, board.next, random);
            if (points > most) {
                most = points;
                best = column;
            }
        }
        std::cout << best << std::endl;
    }
}
