// Raises an error whose message does not fit into an answer.
coord_t loud(dna_t d, view_t v) {
    throw std::runtime_error(std::string(5000, 'x') + "\n\t\xc3\xa4" + std::string(5000, 'y'));
}
