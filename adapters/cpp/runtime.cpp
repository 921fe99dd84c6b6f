// Plays a submission: reads what the host asks, has the player find the moves, answers. See the specification of the protocol.
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
#include "rathaus/greeting.hpp"
#include "rathaus/profile.hpp"

namespace rathaus {

// What stands behind the submission, in trace.hpp.
bool can_trace();
std::string meaning(dna_t dna, color_t colour);

void empty_range(const char *call) { throw std::invalid_argument(std::string("the range is empty: ") + call); }

void outside_view(int dx, int dy) {
    throw std::out_of_range("the view has no cell (" + std::to_string(dx) + "," + std::to_string(dy) + ")");
}

namespace {

int from_host = -1;
int to_host = -1;

// Takes the pipe to the host out of the submission's reach: what that prints goes to standard error, and there is nothing for it to
// read. The priority makes this run before the submission's own global objects are made.
__attribute__((constructor(101))) void take_descriptors() {
    const int lowest = 16;  // The low numbers stay free for what the submission opens.
    from_host = fcntl(0, F_DUPFD_CLOEXEC, lowest);
    to_host = fcntl(1, F_DUPFD_CLOEXEC, lowest);
    dup2(2, 1);
    const int nothing = openat(AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) dup2(nothing, 0);
}

// A move that no specimen can make. It is answered as a fault of the submission, and is no exception of its own.
struct Illegal {
    std::string words;
};

[[noreturn]] void throw_illegal(coord_t move, std::uint32_t genome, std::uint32_t view) {
    throw Illegal{"(" + std::to_string(move.x) + "," + std::to_string(move.y) + "), asked for genome " +
                  std::to_string(genome) + " at view " + std::to_string(view)};
}

std::string type_name(const std::exception &error) {
    int status = 0;
    char *readable = abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status);
    const std::string name = readable ? readable : typeid(error).name();
    std::free(readable);
    return name;
}

// The exception that is being handled, in words.
std::string raised_words() {
    try {
        throw;
    } catch (const std::exception &error) {
        return type_name(error) + ": " + error.what();
    } catch (const char *text) {
        return text;
    } catch (const std::string &text) {
        return text;
    } catch (...) {
        return "an exception that is no std::exception";
    }
}

// The protocol has one line of ASCII for an error, and not more than 4,096 bytes of it.
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
    // Answers are sent before waiting for more, but not while there are lines to go on with.
    bool next_line(const char *&begin, const char *&end) {
        while (!input_.line(begin, end)) {
            output_.flush();
            if (!input_.wait()) return false;
        }
        return true;
    }

    void handle(Fields fields) {
        if (!greeted_) return greet(fields);
        const std::uint32_t number = fields.number();
        if (number >= boards_.size()) throw Malformed("there is no such board");
        Board &board = boards_[number];
        const std::string word = fields.word();
        if (word == "turn") return answer_turn(number, board, fields);
        if (word == "view") return board.introduce_views(fields);
        if (word == "genome") return board.introduce_genomes(fields);
        if (word == "trace") return answer_trace(number, board, fields);
        if (word != "board") throw Malformed("there is no such word");
        fields.finish();
        board.clear();
    }

    void greet(const Fields &fields) {
        const std::string reason = objection(fields);
        const std::string boards = "turns boards=" + std::to_string(BOARDS) + (can_trace() ? " trace" : "");
        write("rathaus 1 " + (reason.empty() ? boards : "refuse " + reason) + "\n");
        greeted_ = true;
    }

    // One answer has a letter for each pair of the line, or an error instead of all letters.
    void answer_turn(std::uint32_t number, const Board &board, Fields fields) {
        const std::uint32_t turn = fields.number();
        Generator generator(hexadecimal(fields.characters(16), 16));
        if (!fields.more()) throw Malformed("a turn asks for no move");
        write(std::to_string(number) + " " + std::to_string(turn) + " ");
        const std::size_t letters = output_.size();
        try {
            find_moves(board, fields, generator);
        } catch (const Malformed &) {
            throw;
        } catch (const Illegal &illegal) {
            output_.shrink(letters);
            report("illegal move " + illegal.words);
        } catch (...) {
            output_.shrink(letters);
            report("raised " + raised_words());
        }
        write("\n");
        output_.flush_if_waiting_long();
    }

    // What is asked is read first, so that the calls of the submission follow one another, and can be measured together. The genomes are fetched
    // meanwhile, from all over the table.
    void find_moves(const Board &board, Fields &fields, Generator &generator) {
        questions_.clear();
        do {
            const std::uint32_t genome = fields.number();
            const std::uint32_t view = fields.number();
            questions_.push_back({board.genome(genome), board.view_centre(view), genome, view});
        } while (fields.more());
        if (!profile_.begin_turn(questions_.size())) return call_player(generator);
        const auto begin = std::chrono::steady_clock::now();
        call_player(generator);
        profile_.measured(questions_.size(), std::chrono::steady_clock::now() - begin);
    }

    // The one loop that has to be fast: nothing in it allocates.
    void call_player(Generator &generator) {
        const player_t player = player_;
        char *letter = output_.reserve(questions_.size());
        for (const Question &question : questions_) {
            const Generator::word before = generator.state();
            const coord_t move = player(question.genome, view_t(question.view_centre, generator));
            const unsigned column = move.x + 1, row = move.y + 1;
            if (column > 2 || row > 2) throw_illegal(move, question.genome_name, question.view_name);
            const char first = generator.state() == before ? 'a' : 'A';
            *letter++ = static_cast<char>(first + 3 * row + column);
        }
        output_.extend(questions_.size());
    }

    // What the submission says of each colour, with `;` between.
    void answer_trace(std::uint32_t number, const Board &board, Fields fields) {
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
            report("raised " + raised_words());
        }
        write("\n");
        output_.flush_if_waiting_long();
    }

    void report(const std::string &words) {
        std::cerr << words << std::endl;
        write("! " + one_line(words));
    }

    void write(const std::string &text) { output_.add(text.data(), text.size()); }

    // A move that is asked for.
    struct Question {
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
    std::vector<Question> questions_;
    bool greeted_ = false;
};

// The process ends without running the submission's destructors: they have nothing to add to a broken session.
[[noreturn]] void give_up(const std::exception &error) {
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
        rathaus::give_up(error);
    }
    return 0;
}
