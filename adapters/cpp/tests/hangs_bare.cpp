// Takes 20 ms for a move with colour 1 ahead, and else never comes to an end.
#include <thread>

coord_t mine(dna_t d, view_t v) {
    for (volatile int i = 0; v(1, 0) != 1; i = i + 1) {}
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return {1, 0};
}
