// Refused by the build: syntax.cpp:4:

coord_t broken(dna_t d, view_t v) {
    return {1, ;
}
