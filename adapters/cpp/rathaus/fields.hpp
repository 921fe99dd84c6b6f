// Reads the fields of one line of the host.
#ifndef RATHAUS_FIELDS_HPP
#define RATHAUS_FIELDS_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rathaus {

// A line that is not in the protocol: a mistake of the host, never of the submission.
struct Malformed : std::runtime_error {
    explicit Malformed(const std::string &what) : std::runtime_error(what) {}
};

class Fields {
public:
    // The line feed is at `end`.
    Fields(const char *begin, const char *end) : at_(begin), end_(end) {}

    // Reading a field also skips the space or line feed after it.
    bool more() const { return at_ <= end_; }

    void finish() const {
        if (more()) throw Malformed("there are more fields than expected");
    }

    // Returns the next field.
    std::string word() {
        const char *stop = field_end();
        std::string text(at_, stop);
        at_ = stop + 1;
        return text;
    }

    // Returns the next field, which must have count characters.
    const char *characters(std::size_t count) {
        const char *begin = at_;
        const char *stop = field_end();
        if (static_cast<std::size_t>(stop - begin) != count) throw Malformed("a field has the wrong length");
        at_ = stop + 1;
        return begin;
    }

    // Parses the next field as a decimal number of at most nine digits. Most of the time of reading a
    // turn is spent here. A plain loop is fastest: the processor predicts the number of digits.
    __attribute__((always_inline)) std::uint32_t number() {
        if (!more()) throw Malformed("a number is missing");
        const char *const begin = at_;
        std::uint32_t value = 0;
        while (is_digit(*at_)) value = 10 * value + static_cast<std::uint32_t>(*at_++ - '0');
        if (at_ == begin || at_ - begin > 9) throw Malformed("a number has too few or too many digits");
        skip_separator();
        return value;
    }

private:
    const char *field_end() const {
        if (!more()) throw Malformed("a field is missing");
        const void *blank = std::memchr(at_, ' ', end_ - at_);
        return blank ? static_cast<const char *>(blank) : end_;
    }

    void skip_separator() {
        if (*at_ != ' ' && at_ != end_) throw Malformed("a number contains another character");
        ++at_;
    }

    static bool is_digit(char c) { return c >= '0' && c <= '9'; }

    const char *at_;
    const char *end_;
};

}  // namespace rathaus

#endif
