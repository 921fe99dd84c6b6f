// Makes a program from a whole player file, which includes gamelogic.cpp and has its own `main`.
#include RATHAUS_SOURCE

#include "rathaus/trace.hpp"
