// A file of the submission's own.
static const coord_t moves[] = {{1, 0}};
