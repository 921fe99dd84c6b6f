// A file of the submission's own.
namespace ppcggacscontroller { static class Neighbour { public const int Three = 3; } }
