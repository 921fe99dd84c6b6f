// Answers the first line of the host.
#ifndef RATHAUS_GREETING_HPP
#define RATHAUS_GREETING_HPP

#include <string>

#include "constants.hpp"
#include "fields.hpp"

namespace rathaus {

const int BOARDS = 64;

// Why a game with this parameter cannot be played, or nothing. The sizes of genomes and views are part of the program.
inline std::string objection(const std::string &parameter) {
    const std::string bits = "genome_bits=", distance = "view_distance=";
    if (parameter.compare(0, bits.size(), bits) == 0 && parameter != bits + std::to_string(DNA_BITS))
        return "genome_bits must be " + std::to_string(DNA_BITS);
    if (parameter.compare(0, distance.size(), distance) == 0 && parameter != distance + std::to_string(VIEW_DIST))
        return "view_distance must be " + std::to_string(VIEW_DIST);
    return "";
}

inline std::string objection(Fields fields) {
    if (fields.word() != "rathaus") throw Malformed("the first line is no greeting");
    if (fields.word() != "1") return "only version 1 of the protocol is spoken here";
    if (fields.word() != "rat-race") return "only the game rat-race is played here";
    std::string reason;
    while (reason.empty() && fields.more()) reason = objection(fields.word());
    return reason;
}

}  // namespace rathaus

#endif
