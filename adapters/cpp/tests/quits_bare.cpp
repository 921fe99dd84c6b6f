// Ends its own process, with status 3.
coord_t mine(dna_t d, view_t v) {
    std::cout << "last words" << std::endl;
    exit(3);
}
