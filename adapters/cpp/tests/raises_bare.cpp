// Raises where a wall of the board is in view: std::runtime_error: a wall
// The stack trace names: nothing
#include <stdexcept>

coord_t mine(dna_t d, view_t v) {
    if (v(0, -1) == -1) throw std::runtime_error("a wall");
    return {1, 0};
}
