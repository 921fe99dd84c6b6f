// The first line of the host, and the reply to it.
#ifndef RATHAUS_HANDSHAKE_HPP
#define RATHAUS_HANDSHAKE_HPP

#include <string>

#include "constants.hpp"
#include "fields.hpp"

namespace rathaus {

const int BOARDS = 64;

// Returns a reason if this program cannot play a game with this parameter, else an empty string.
// The sizes of genomes and views are fixed when the program is compiled.
inline std::string refusal(const std::string &parameter) {
    const std::string bits = "genome_bits=", distance = "view_distance=";
    if (parameter.compare(0, bits.size(), bits) == 0 && parameter != bits + std::to_string(DNA_BITS))
        return "genome_bits must be " + std::to_string(DNA_BITS);
    if (parameter.compare(0, distance.size(), distance) == 0 && parameter != distance + std::to_string(VIEW_DIST))
        return "view_distance must be " + std::to_string(VIEW_DIST);
    return "";
}

inline std::string refusal(Fields fields) {
    if (fields.word() != "rathaus") throw Malformed("the first line is not a handshake");
    if (fields.word() != "1") return "this adapter supports only version 1 of the protocol";
    if (fields.word() != "rat-race") return "this adapter supports only the game rat-race";
    std::string reason;
    while (reason.empty() && fields.more()) reason = refusal(fields.word());
    return reason;
}

}  // namespace rathaus

#endif
