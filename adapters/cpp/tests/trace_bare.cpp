// Says what its genomes mean, and moves (1,0).
coord_t tracer(dna_t d, view_t v) {
    return {1, 0};
}

std::string trace(dna_t d, color_t colour) {
    if (d[99]) throw std::runtime_error("this genome means nothing");
    const int number = d[0] + 2 * d[1] + 4 * d[2];
    switch (colour) {
    case 0: case 6: return "empty";
    case 1: return "wall";
    case 2: return "trap " + std::to_string(number % 3 - 1) + " " + std::to_string(number / 3 - 1);
    case 3: return "teleporter 4 -3";
    case 4: return "worth " + std::to_string(number - 4);
    case 7: std::cout << "debug" << std::endl; return "empty";
    case 8: return "a;b\nc";
    default: return "";
    }
}
