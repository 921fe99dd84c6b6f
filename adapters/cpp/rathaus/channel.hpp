// The two ends of the pipe to the host: lines in, answers out.
//
// Global variables of a submission have no namespace in their symbols: one that is called `read`, `write` or `open` takes the
// place of that function of the system. So only functions with names that nobody gives to a variable are called here.
#ifndef RATHAUS_CHANNEL_HPP
#define RATHAUS_CHANNEL_HPP

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <sys/uio.h>

#include "fields.hpp"

namespace rathaus {

class Input {
public:
    explicit Input(int descriptor) : descriptor_(descriptor), buffer_(FIRST_SIZE) {}

    // Finds the next complete line among what has been read already. It stands in the buffer until `wait` is called.
    bool line(const char *&begin, const char *&end) {
        const void *feed = std::memchr(&buffer_[searched_], '\n', filled_ - searched_);
        if (!feed) {
            searched_ = filled_;
            return false;
        }
        begin = &buffer_[taken_];
        end = static_cast<const char *>(feed);
        taken_ = searched_ = end + 1 - buffer_.data();
        return true;
    }

    // Waits for more to read. False is the end of the session.
    bool wait() {
        make_room();
        const ssize_t count = receive();
        if (count < 0) throw std::runtime_error("reading from the host failed");
        filled_ += count;
        if (count == 0 && filled_ != 0) throw Malformed("the input ends in the middle of a line");
        return count != 0;
    }

private:
    static const std::size_t FIRST_SIZE = 256 * 1024;

    // Carries the beginning of a line to the front of the buffer, and makes the buffer larger for a line that fills it.
    void make_room() {
        filled_ -= taken_;
        searched_ -= taken_;
        if (taken_ != 0) std::memmove(&buffer_[0], &buffer_[taken_], filled_);
        taken_ = 0;
        if (2 * filled_ > buffer_.size()) buffer_.resize(2 * buffer_.size());
    }

    ssize_t receive() {
        iovec free_part = {&buffer_[filled_], buffer_.size() - filled_};
        ssize_t count;
        do count = readv(descriptor_, &free_part, 1);
        while (count < 0 && errno == EINTR);
        return count;
    }

    int descriptor_;
    std::vector<char> buffer_;
    std::size_t taken_ = 0;     // Where the lines end that have been handed out.
    std::size_t searched_ = 0;  // Up to where there is no line feed, so that a long line is searched only once.
    std::size_t filled_ = 0;
};

class Output {
public:
    explicit Output(int descriptor) : descriptor_(descriptor) {}

    // Room for so many characters at the end. What is written there counts once `extend` has said how many there are.
    char *reserve(std::size_t count) {
        if (used_ == 0) oldest_ = std::chrono::steady_clock::now();
        if (used_ + count > buffer_.size()) buffer_.resize(2 * (used_ + count));
        return &buffer_[used_];
    }
    void extend(std::size_t count) { used_ += count; }

    void add(const char *text, std::size_t count) {
        std::memcpy(reserve(count), text, count);
        extend(count);
    }

    std::size_t size() const { return used_; }
    void shrink(std::size_t size) { used_ = size; }

    // An answer waits only a moment for others to come along: the host may be measuring how long it takes.
    void flush_if_waiting_long() {
        if (std::chrono::steady_clock::now() - oldest_ > std::chrono::milliseconds(1)) flush();
    }

    void flush() {
        std::size_t sent = 0;
        while (sent != used_) sent += send(&buffer_[sent], used_ - sent);
        used_ = 0;
    }

private:
    std::size_t send(char *text, std::size_t count) {
        iovec part = {text, count};
        ssize_t sent;
        do sent = writev(descriptor_, &part, 1);
        while (sent < 0 && errno == EINTR);
        if (sent < 0) throw std::runtime_error("writing to the host failed");
        return static_cast<std::size_t>(sent);
    }

    int descriptor_;
    std::vector<char> buffer_;
    std::size_t used_ = 0;
    std::chrono::steady_clock::time_point oldest_;
};

}  // namespace rathaus

#endif
