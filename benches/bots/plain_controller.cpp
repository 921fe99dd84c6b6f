// The rat race in one process, as plainly as the rules are written down: what people run who need no other language and no sandbox. It is
// what the host is compared with. Arguments: boards, turns, threads. Prints the nanoseconds that the turns took, and how many moves were made.
#include <algorithm>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <queue>
#include <random>
#include <thread>
#include <vector>

namespace {

const int WIDTH = 53, HEIGHT = 15, GOAL = 49, BITS = 100, LIFE = 100, VIEW = 2;

typedef std::bitset<BITS> dna_t;
struct coord_t {
    int x, y;
};
enum Kind { EMPTY, TELEPORTER, TRAP, WALL };

struct Bot {
    coord_t at;
    dna_t dna;
    int age, points;
};

struct Track {
    int colour[HEIGHT][WIDTH];
    Kind kind[16];
    coord_t offset[16];
    bool lethal[HEIGHT][WIDTH];
    std::vector<int> starts;

    static bool inside(coord_t c) { return c.x >= 0 && c.x < WIDTH && c.y >= 0 && c.y < HEIGHT; }
    Kind at(coord_t c) const { return kind[colour[c.y][c.x]]; }
    int look(coord_t c) const { return inside(c) ? colour[c.y][c.x] : -1; }
    bool kills(coord_t c) const { return !inside(c) || lethal[c.y][c.x]; }

    coord_t target(coord_t from, coord_t move) const {
        coord_t to = {from.x + move.x, from.y + move.y};
        if (inside(to) && at(to) == WALL) to = from;
        if (inside(to) && at(to) == TELEPORTER) {
            const coord_t by = offset[colour[to.y][to.x]];
            to = {to.x + by.x, to.y + by.y};
        }
        return to;
    }

    bool reachable(int row) const {
        std::vector<int> distance(WIDTH * HEIGHT, -1);
        std::queue<coord_t> open;
        open.push({0, row});
        distance[row * WIDTH] = 0;
        while (!open.empty()) {
            const coord_t from = open.front();
            open.pop();
            const int steps = distance[from.y * WIDTH + from.x];
            if (steps == LIFE) continue;
            for (int dx = -1; dx <= 1; ++dx)
                for (int dy = -1; dy <= 1; ++dy) {
                    const coord_t to = target(from, {dx, dy});
                    if (kills(to)) continue;
                    if (to.x >= GOAL) return true;
                    int &known = distance[to.y * WIDTH + to.x];
                    if (known < 0) known = steps + 1, open.push(to);
                }
        }
        return false;
    }

    explicit Track(std::mt19937_64 &rng) {
        auto below = [&](int n) { return static_cast<int>(std::uniform_int_distribution<int>(0, n - 1)(rng)); };
        do {
            std::vector<int> order(16);
            for (int c = 0; c < 16; ++c) order[c] = c;
            std::shuffle(order.begin(), order.end(), rng);
            for (int c = 0; c < 16; ++c) {
                kind[order[c]] = c < 8 ? EMPTY : c < 12 ? TELEPORTER : c < 14 ? TRAP : WALL;
                offset[c] = {0, 0};
            }
            for (int pair = 0; pair < 2; ++pair) {
                coord_t by;
                do by = {below(9) - 4, below(9) - 4};
                while (by.x == 0 && by.y == 0);
                offset[order[8 + 2 * pair]] = by;
                offset[order[9 + 2 * pair]] = {-by.x, -by.y};
                offset[order[12 + pair]] = {below(3) - 1, below(3) - 1};
            }
            for (auto &row : colour)
                for (int &cell : row) cell = below(16);
            for (auto &row : lethal) std::fill(row, row + WIDTH, false);
            for (int y = 0; y < HEIGHT; ++y)
                for (int x = 0; x < WIDTH; ++x) {
                    if (at({x, y}) == WALL) lethal[y][x] = true;
                    if (at({x, y}) != TRAP || x >= GOAL) continue;
                    const coord_t by = offset[colour[y][x]], marked = {x + by.x, y + by.y};
                    if (inside(marked)) lethal[marked.y][marked.x] = true;
                }
            starts.clear();
            for (int y = 0; y < HEIGHT; ++y)
                if (reachable(y)) starts.push_back(y);
        } while (starts.size() < 10);
    }
};

typedef std::function<int(int, int)> view_t;

int dnarange(const dna_t &d, int start, int length) {
    int result = 0;
    for (int i = 0; i < length; ++i) result = (result << 1) | static_cast<int>(d[start + i]);
    return result;
}

coord_t color_score(const dna_t &d, const view_t &v, std::mt19937_64 &rng) {
    int best = -1, count = 0, chosen[3] = {0, 0, 0};
    for (int y = -1; y <= 1; ++y) {
        const int colour = v(1, y);
        const int score = colour < 0 ? -1 : dnarange(d, 6 * colour, 6);
        if (score > best) best = score, count = 0;
        if (score == best) chosen[count++] = y;
    }
    return {1, count > 1 ? chosen[std::uniform_int_distribution<int>(0, count - 1)(rng)] : chosen[0]};
}

int fitness(const Bot &bot) { return 1 + bot.at.x + 50 * bot.points; }

unsigned long long play(unsigned long long seed, int turns) {
    std::mt19937_64 rng(seed);
    const Track track(rng);
    std::uniform_real_distribution<double> chance(0, 1);
    auto start = [&] { return coord_t{0, track.starts[std::uniform_int_distribution<int>(0, track.starts.size() - 1)(rng)]}; };
    std::vector<Bot> bots;
    for (int i = 0; i < 15; ++i) {
        dna_t dna;
        for (int bit = 0; bit < BITS; ++bit) dna[bit] = chance(rng) < 0.5;
        bots.push_back({start(), dna, 0, 0});
    }
    unsigned long long moves = 0;
    for (int turn = 0; turn < turns && bots.size() >= 2; ++turn) {
        std::vector<Bot> living;
        for (Bot bot : bots) {
            if (bot.age++ >= LIFE) continue;
            const view_t view = [&](int dx, int dy) { return track.look({bot.at.x + dx, bot.at.y + dy}); };
            ++moves;
            const coord_t to = track.target(bot.at, color_score(bot.dna, view, rng));
            if (track.kills(to)) continue;
            bot.at = to;
            if (to.x >= GOAL) bot.points++, bot.age = 0, bot.at = start();
            living.push_back(bot);
        }
        bots.swap(living);
        if (bots.size() < 2) break;
        const std::size_t parents = bots.size();
        long long total = 0;
        for (std::size_t i = 0; i < parents; ++i) total += fitness(bots[i]);
        auto parent = [&](std::size_t other) {
            while (true) {
                long long at = std::uniform_int_distribution<long long>(0, total - 1)(rng);
                std::size_t i = 0;
                while (at >= fitness(bots[i])) at -= fitness(bots[i++]);
                if (i != other) return i;
            }
        };
        for (int child = 0; child < 10; ++child) {
            const std::size_t one = parent(parents), other = parent(one);
            bool first = chance(rng) < 0.5;
            dna_t dna;
            for (int bit = 0; bit < BITS; ++bit) {
                if (bit > 0 && chance(rng) < 0.05) first = !first;
                dna[bit] = bots[first ? one : other].dna[bit] != (chance(rng) < 0.01);
            }
            bots.push_back({start(), dna, 0, 0});
        }
    }
    return moves;
}

}  // namespace

int main(int, char **arguments) {
    const int boards = std::atoi(arguments[1]), turns = std::atoi(arguments[2]), threads = std::atoi(arguments[3]);
    std::atomic<int> next(0);
    std::atomic<unsigned long long> moves(0);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> workers;
    for (int thread = 0; thread < threads; ++thread)
        workers.emplace_back([&] {
            for (int board; (board = next++) < boards;) moves += play(1 + board, turns);
        });
    for (std::thread &worker : workers) worker.join();
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begin;
    std::printf("%lld %llu\n", static_cast<long long>(took.count()), moves.load());
}
