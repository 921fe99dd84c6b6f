// The same as a whole player file.
#include "./gamelogic.cpp"

// include: awkward_bare.cpp

int main() {
    slog << "Score: " << runsimulation(awkward) << std::endl;
}
