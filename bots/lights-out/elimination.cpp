// Elimination: a light is off at the end if the number of clicks on it and its neighbours is even
// where it was off, and odd where it was on. This is a linear equation over the field of two
// elements for each cell. Gaussian elimination solves them. Solutions differ by sets of clicks that
// change nothing (idle sets). It tries all combinations of these to find the fewest clicks.
#include <bitset>
#include <cstddef>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int MaxCells = 400;

// The first row of clicks decides all other rows, because each must turn off the lights above. So
// there are at most as many independent idle sets as the shorter side has cells. On boards up to
// 20 x 20, all combinations can be tried.
using Cells = std::bitset<MaxCells>;

struct Board {
    int columns, rows;
    Cells lights;
};

Board read(std::istream &in) {
    std::string word, row;
    Board board{};
    in >> word >> board.columns >> board.rows;
    for (int y = 0; y < board.rows; ++y) {
        in >> row;
        for (int x = 0; x < board.columns; ++x) board.lights[y * board.columns + x] = row[x] == '1';
    }
    return board;
}

// The cells whose clicks flip a light: the cell itself and its neighbours.
Cells neighbourhood(const Board &board, int x, int y) {
    Cells cells;
    const int steps[][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (auto [dx, dy] : steps) {
        int nx = x + dx, ny = y + dy;
        if (nx >= 0 && nx < board.columns && ny >= 0 && ny < board.rows) cells.set(ny * board.columns + nx);
    }
    return cells;
}

// An equation: the sum of these clicks is odd or even.
struct Equation {
    Cells clicks;
    bool odd;

    void add(const Equation &other) {
        clicks ^= other.clicks;
        odd ^= other.odd;
    }
};

// The equations in reduced form, the cell that each one determines, and whether they contradict.
struct System {
    std::vector<Equation> equations;
    std::vector<int> decided;
    bool contradicts = false;

    explicit System(const Board &board) {
        for (int y = 0; y < board.rows; ++y)
            for (int x = 0; x < board.columns; ++x)
                equations.push_back({neighbourhood(board, x, y), board.lights[y * board.columns + x]});
        const std::size_t cells = equations.size();
        for (std::size_t cell = 0; cell < cells; ++cell) eliminate(static_cast<int>(cell));
        for (std::size_t row = decided.size(); row < cells; ++row) contradicts |= equations[row].odd;
    }

    // Eliminates the cell from all equations except one.
    void eliminate(int cell) {
        const std::size_t next = decided.size();
        std::size_t found = next;
        while (found < equations.size() && !equations[found].clicks[cell]) ++found;
        if (found == equations.size()) return;
        std::swap(equations[next], equations[found]);
        for (std::size_t row = 0; row < equations.size(); ++row)
            if (row != next && equations[row].clicks[cell]) equations[row].add(equations[next]);
        decided.push_back(cell);
    }

    // The solution without clicks on free cells.
    Cells solution() const {
        Cells clicks;
        for (std::size_t row = 0; row < decided.size(); ++row) clicks[decided[row]] = equations[row].odd;
        return clicks;
    }

    // For each free cell, the idle set that contains it and no other free cell.
    std::vector<Cells> idle() const {
        Cells bound;
        for (int cell : decided) bound.set(cell);
        std::vector<Cells> sets;
        for (std::size_t cell = 0; cell < equations.size(); ++cell) {
            if (bound[cell]) continue;
            Cells clicks;
            clicks.set(cell);
            for (std::size_t row = 0; row < decided.size(); ++row)
                if (equations[row].clicks[cell]) clicks.set(decided[row]);
            sets.push_back(clicks);
        }
        return sets;
    }
};

// Tries all solutions in the order of the Gray code: each differs from the one before by one idle
// set.
Cells fewest(Cells clicks, const std::vector<Cells> &idle) {
    Cells best = clicks;
    std::size_t least = best.count();
    for (unsigned long number = 1; number < 1ul << idle.size(); ++number) {
        clicks ^= idle[__builtin_ctzl(number)];
        if (clicks.count() < least) {
            best = clicks;
            least = best.count();
        }
    }
    return best;
}

}  // namespace

int main() {
    const Board board = read(std::cin);
    const System system(board);
    if (system.contradicts) {
        std::cout << "NONE" << std::endl;
        return 0;
    }
    const std::vector<Cells> idle = system.idle();
    const Cells clicks = fewest(system.solution(), idle);
    std::cout << "PROGRESS evaluations=" << (1ul << idle.size()) << "\nCLICKS";
    for (int cell = 0; cell < board.columns * board.rows; ++cell)
        if (clicks[cell]) std::cout << ' ' << cell % board.columns << ',' << cell / board.columns;
    std::cout << std::endl;
}
