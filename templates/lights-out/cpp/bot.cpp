// A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
//
//     rathaus play lights-out . --size 7x7
//     rathaus check lights-out .
//
// Each board starts this program. A click flips a light and its neighbours. Only clicks below a
// light can still turn it off, so the clicks of the first row decide all others. They are right if
// the last row becomes dark. What a click of the first row changes there is always the same, so
// elimination finds the right ones. Clicks of the first row that change nothing there give further
// solutions, and the solver takes the one with the fewest clicks.
#include <algorithm>
#include <bitset>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

// Each row is a number with a bit for each cell.
using Row = std::uint32_t;

// The maximum number of solutions to compare.
const std::size_t MOST_SOLUTIONS = 1024;

int columns, rows;
std::vector<Row> board;

// Sets `clicks` to the clicks of all rows. Returns the lights that stay on in the last row.
Row chase(Row first, std::vector<Row> &clicks) {
    const Row mask = (Row(1) << columns) - 1;
    Row above = 0, row = first;
    clicks.clear();
    for (Row lights : board) {
        clicks.push_back(row);
        Row next = lights ^ above ^ row ^ (row << 1 & mask) ^ (row >> 1);
        above = row;
        row = next;
    }
    return row;
}

// A change of the last row, and the clicks of the first row for it.
struct Change {
    Row lights, clicks;
};

// Adds known changes until none has the same highest light. Returns the position of that light, or
// -1 if none is left.
int reduce(const std::vector<Change> &known, Change &change) {
    for (int top = columns - 1; top >= 0; top--) {
        if (!(change.lights >> top & 1)) continue;
        if (!known[top].lights) return top;
        change.lights ^= known[top].lights;
        change.clicks ^= known[top].clicks;
    }
    return -1;
}

// Sets `best` to the solution with the fewest clicks. Returns whether there is one.
bool solve(std::vector<Row> &best) {
    std::vector<Row> clicks, idle;  // `idle`: clicks that change nothing in the last row.
    std::vector<Change> known(columns);
    const Row start = chase(0, clicks);
    for (int column = 0; column < columns; column++) {
        Change change = {chase(Row(1) << column, clicks) ^ start, Row(1) << column};
        int top = reduce(known, change);
        if (top < 0) idle.push_back(change.clicks);
        else known[top] = change;
    }
    Change first = {start, 0};
    if (reduce(known, first) >= 0) return false;
    std::size_t fewest = SIZE_MAX;
    for (std::size_t chosen = 0; chosen < std::min(std::size_t(1) << idle.size(), MOST_SOLUTIONS); chosen++) {
        Row row = first.clicks;
        for (std::size_t i = 0; i < idle.size(); i++)
            if (chosen >> i & 1) row ^= idle[i];
        chase(row, clicks);
        std::size_t count = 0;
        for (Row each : clicks) count += std::bitset<32>(each).count();
        if (count < fewest) {
            fewest = count;
            best = clicks;
        }
    }
    return true;
}

int main() {
    std::string word, line;
    std::cin >> word >> columns >> rows;
    for (int y = 0; y < rows && std::cin >> line; y++) {
        Row row = 0;
        for (int x = 0; x < columns; x++) row |= Row(line[x] == '1') << x;
        board.push_back(row);
    }
    std::vector<Row> best;
    if (!solve(best)) {
        std::cout << "NONE" << std::endl;
        return 0;
    }
    std::cout << "CLICKS";
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            if (best[y] >> x & 1) std::cout << ' ' << x << ',' << y;
    std::cout << std::endl;
}
