// How long the submission's own function takes, for whoever asks by the variable RATHAUS_PROFILE, which names a file for the answer.
#ifndef RATHAUS_PROFILE_HPP
#define RATHAUS_PROFILE_HPP

#include <chrono>
#include <cstdlib>
#include <fstream>

namespace rathaus {

class Profile {
public:
    Profile() : path_(std::getenv("RATHAUS_PROFILE")) {}

    // Whether the turn that begins, with so many calls, is one of those that are measured.
    bool begin_turn(std::size_t calls) {
        if (!path_) return false;
        calls_ += calls;
        return turns_++ % EVERY == 0;
    }

    // The calls of a turn have taken so long.
    void measured(std::size_t calls, std::chrono::nanoseconds time) {
        sampled_ += calls;
        nanoseconds_ += time.count();
    }

    void write() const {
        if (!path_) return;
        std::ofstream(path_, std::ios::app)
            << "{\"calls\": " << calls_ << ", \"sampled\": " << sampled_ << ", \"nanoseconds\": " << nanoseconds_ << "}\n";
    }

private:
    static const unsigned EVERY = 61;

    const char *path_;
    unsigned long long turns_ = 0;
    unsigned long long calls_ = 0;
    unsigned long long sampled_ = 0;
    long long nanoseconds_ = 0;
};

}  // namespace rathaus

#endif
