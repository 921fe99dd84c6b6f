// Reads lines from the host and writes replies to it.
//
// A global variable of a submission named `read`, `write` or `open` replaces the system's function
// of that name. So this file calls only functions whose names no submission uses.
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

    // Finds the next complete line in the buffer. It is valid until `wait` is called.
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

    // Waits for more input. Returns false at the end of the session.
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

    // Moves an incomplete line to the front of the buffer, and enlarges the buffer for a long line.
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
    std::size_t taken_ = 0;     // The end of the lines that `line` has returned.
    std::size_t searched_ = 0;  // There is no line feed before this. A long line is searched once.
    std::size_t filled_ = 0;
};

class Output {
public:
    explicit Output(int descriptor) : descriptor_(descriptor) {}

    // Returns a place for count characters at the end. `extend` then says how many were written.
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

    // A reply waits at most 1 ms to be written together with others, because its clock runs.
    void flush_if_late() {
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
