// Makes a program of a whole player file, which includes the controller's files and calls the simulation from its own main.
#include RATHAUS_SOURCE

#include "rathaus/trace.hpp"
