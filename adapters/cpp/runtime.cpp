// Plays a submission: reads requests, calls the player, writes replies. See protocol/SPEC.md.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "gamelogic.cpp"
#include "rathaus/board.hpp"
#include "rathaus/channel.hpp"
#include "rathaus/fields.hpp"
#include "rathaus/handshake.hpp"
#include "rathaus/profile.hpp"

namespace rathaus {

// Defined in trace.hpp, which is compiled after the submission.
bool can_trace();
std::string meaning(dna_t dna, color_t colour);

void empty_range(const char *call) { throw std::invalid_argument(std::string("the range is empty: ") + call); }

void outside_view(int dx, int dy) {
    throw std::out_of_range("the view has no cell (" + std::to_string(dx) + "," + std::to_string(dy) + ")");
}

namespace {

int from_host = -1;
int to_host = -1;

// Hides the pipes to the host from the submission: its output goes to stderr, and its input is
// empty. The priority makes this run before the constructors of the submission's global objects.
__attribute__((constructor(101))) void take_descriptors() {
    const int lowest = 16;  // Lower numbers stay free for files that the submission opens.
    from_host = fcntl(0, F_DUPFD_CLOEXEC, lowest);
    to_host = fcntl(1, F_DUPFD_CLOEXEC, lowest);
    dup2(2, 1);
    const int empty = openat(AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty >= 0) dup2(empty, 0);
}

// An illegal move. Not derived from std::exception, to tell it from exceptions of the submission.
struct IllegalMove {
    std::string words;
};

[[noreturn]] void throw_illegal(coord_t move, std::uint32_t genome, std::uint32_t view) {
    throw IllegalMove{"(" + std::to_string(move.x) + "," + std::to_string(move.y) + "), asked for genome " +
                  std::to_string(genome) + " at view " + std::to_string(view)};
}

std::string type_name(const std::exception &error) {
    int status = 0;
    char *readable = abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status);
    const std::string name = readable ? readable : typeid(error).name();
    std::free(readable);
    return name;
}

// Describes the current exception.
std::string describe_exception() {
    try {
        throw;
    } catch (const std::exception &error) {
        return type_name(error) + ": " + error.what();
    } catch (const char *text) {
        return text;
    } catch (const std::string &text) {
        return text;
    } catch (...) {
        return "an exception that is not a std::exception";
    }
}

// Makes the words fit into an error line: printable ASCII, at most 4,096 bytes in all.
std::string one_line(std::string words) {
    if (words.size() > 4000) words.resize(4000);
    for (char &c : words)
        if (c < ' ' || c > '~') c = c == '\n' || c == '\r' || c == '\t' ? ' ' : '?';
    return words;
}

class Session {
public:
    explicit Session(player_t player) : player_(player), input_(from_host), output_(to_host), boards_(BOARDS) {}

    void run() {
        const char *begin, *end;
        while (next_line(begin, end)) handle(Fields(begin, end));
        profile_.write();
    }

    void flush() { output_.flush(); }

private:
    // Finds the next line. Flushes replies before it waits for more input.
    bool next_line(const char *&begin, const char *&end) {
        while (!input_.line(begin, end)) {
            output_.flush();
            if (!input_.wait()) return false;
        }
        return true;
    }

    void handle(Fields fields) {
        if (!has_shaken_hands_) return shake_hands(fields);
        const std::uint32_t number = fields.number();
        if (number >= boards_.size()) throw Malformed("there is no board of this number");
        Board &board = boards_[number];
        const std::string word = fields.word();
        if (word == "turn") return reply_to_turn(number, board, fields);
        if (word == "view") return board.introduce_views(fields);
        if (word == "genome") return board.introduce_genomes(fields);
        if (word == "trace") return reply_to_trace(number, board, fields);
        if (word != "board") throw Malformed("unknown word");
        fields.finish();
        board.clear();
    }

    void shake_hands(const Fields &fields) {
        const std::string reason = refusal(fields);
        const std::string boards = "turns boards=" + std::to_string(BOARDS) + (can_trace() ? " trace" : "");
        write("rathaus 1 " + (reason.empty() ? boards : "refuse " + reason) + "\n");
        has_shaken_hands_ = true;
    }

    // Replies with a letter for each pair of names, or with an error instead of all letters.
    void reply_to_turn(std::uint32_t number, const Board &board, Fields fields) {
        const std::uint32_t turn = fields.number();
        Generator generator(hexadecimal(fields.characters(16), 16));
        if (!fields.more()) throw Malformed("a turn requests no move");
        write(std::to_string(number) + " " + std::to_string(turn) + " ");
        const std::size_t letters = output_.size();
        try {
            find_moves(board, fields, generator);
        } catch (const Malformed &) {
            throw;
        } catch (const IllegalMove &illegal) {
            output_.shrink(letters);
            report("illegal move " + illegal.words);
        } catch (...) {
            output_.shrink(letters);
            report("raised " + describe_exception());
        }
        write("\n");
        output_.flush_if_late();
    }

    // Reads all requests of the line first. So the calls of the player follow one another and can be
    // measured together. This also copies the genomes, which are scattered in their table.
    void find_moves(const Board &board, Fields &fields, Generator &generator) {
        requests_.clear();
        do {
            const std::uint32_t genome = fields.number();
            const std::uint32_t view = fields.number();
            requests_.push_back({board.genome(genome), board.view_centre(view), genome, view});
        } while (fields.more());
        if (!profile_.begin_turn(requests_.size())) return call_player(generator);
        const auto begin = std::chrono::steady_clock::now();
        call_player(generator);
        profile_.add_sample(requests_.size(), std::chrono::steady_clock::now() - begin);
    }

    // This loop must be fast: nothing in it allocates.
    void call_player(Generator &generator) {
        const player_t player = player_;
        char *letter = output_.reserve(requests_.size());
        for (const MoveRequest &request : requests_) {
            const Generator::word before = generator.state();
            const coord_t move = player(request.genome, view_t(request.view_centre, generator));
            const unsigned column = move.x + 1, row = move.y + 1;
            if (column > 2 || row > 2) throw_illegal(move, request.genome_name, request.view_name);
            const char first = generator.state() == before ? 'a' : 'A';
            *letter++ = static_cast<char>(first + 3 * row + column);
        }
        output_.extend(requests_.size());
    }

    // Replies with the meaning of each colour, separated by `;`.
    void reply_to_trace(std::uint32_t number, const Board &board, Fields fields) {
        const dna_t &genome = board.genome(fields.number());
        const int colours = fields.number();
        fields.finish();
        write(std::to_string(number) + " trace ");
        try {
            std::string meanings;
            for (int colour = 0; colour < colours; ++colour) {
                std::string text = one_line(meaning(genome, colour));
                std::replace(text.begin(), text.end(), ';', ',');
                meanings += (colour > 0 ? ";" : "") + text;
            }
            write(meanings);
        } catch (...) {
            report("raised " + describe_exception());
        }
        write("\n");
        output_.flush_if_late();
    }

    void report(const std::string &words) {
        std::cerr << words << std::endl;
        write("! " + one_line(words));
    }

    void write(const std::string &text) { output_.add(text.data(), text.size()); }

    struct MoveRequest {
        dna_t genome;
        const signed char *view_centre;
        std::uint32_t genome_name;
        std::uint32_t view_name;
    };

    player_t player_;
    Profile profile_;
    Input input_;
    Output output_;
    std::vector<Board> boards_;
    std::vector<MoveRequest> requests_;
    bool has_shaken_hands_ = false;
};

// Exits without running the destructors of the submission.
[[noreturn]] void exit_with_error(const std::exception &error) {
    std::cerr << "the session ends: " << error.what() << std::endl;
    std::_Exit(2);
}

}  // namespace
}  // namespace rathaus

double runsimulation(player_t player) {
    rathaus::Session session(player);
    try {
        session.run();
    } catch (const std::exception &error) {
        rathaus::exit_with_error(error);
    }
    return 0;
}
