// Uses names at file scope that the system or an adapter could have taken, but that the headers in reach leave free. Variables
// are the hard case: they have no namespace in their symbols, so one called `read` could be taken for the function.
#include <algorithm>

int read = 1, write = 2, close = 3, dup = 4, pipe = 5, fork = 6, poll = 7, send = 8, recv = 9, bind = 10, listen = 11;
std::vector<coord_t> open, closed;
static int board[5][5], buffer, input, output, turn, session, fields, line, number, state, seed, next, view, genome, cells;
struct Session { int value; };
struct Board { int value; };
struct Input { int value; };
struct Output { int value; };
struct Fields { int value; };
struct Cells { int value; };
struct Generator { int value; };
struct Malformed { int value; };
struct Illegal { int value; };
struct Point { int x, y; };
enum colour { empty, trap, wall, teleporter, safe, unsafe };
enum class quality { good, bad };
template <typename T> T count(T a, T b) { return a + b; }
template <typename T> struct queue { T data; };
int distance(coord_t a, coord_t b) { return abs(a.x - b.x) + abs(a.y - b.y); }
int min(int a, int b) { return a < b ? a : b; }
int max(int a, int b) { return a > b ? a : b; }
bool operator==(const coord_t &a, const coord_t &b) { return a.x == b.x && a.y == b.y; }
coord_t operator-(const coord_t &a, const coord_t &b) { return {a.x - b.x, a.y - b.y}; }
const int flush = 1, endl = 2, cout = 3, vector = 4, bitset = 5, array = 6, map = 7, left = 8, right = 9, hash = 10;

int dnarange(dna_t &d, unsigned start, unsigned len) {
    unsigned number = 0;
    for (unsigned i = start; i < start + len; ++i) number = 2 * number + d[i];
    return number + 1000;
}

coord_t awkward(dna_t d, view_t v) {
    memset(board, 0, sizeof board);
    open.push_back({1, 0});
    const coord_t move = open.back();
    open.pop_back();
    if (dnarange(d, 0, 6) < 1000) throw std::logic_error("the other dnarange was called");
    const int sum = read + write + close + dup + pipe + fork + poll + send + recv + bind + listen;
    if (sum != 66) throw std::logic_error("a variable changed");
    v.rng.rint(2);
    return move == coord_t{1, 0} && distance(move, move - move) == 1 ? move : coord_t{0, 0};
}
