// The parameters of the game, under the names of the original controller.
//
// The host passes each parameter as a macro RATHAUS_<NAME>, so a submission is compiled for one
// game. The default values are those of the standard game.
#ifndef RATHAUS_CONSTANTS_HPP
#define RATHAUS_CONSTANTS_HPP

#ifndef RATHAUS_WIDTH
#define RATHAUS_WIDTH 53
#endif
#ifndef RATHAUS_HEIGHT
#define RATHAUS_HEIGHT 15
#endif
#ifndef RATHAUS_GOAL_X
#define RATHAUS_GOAL_X 49
#endif
#ifndef RATHAUS_EMPTY_COLOURS
#define RATHAUS_EMPTY_COLOURS 8
#endif
#ifndef RATHAUS_TELEPORTER_COLOURS
#define RATHAUS_TELEPORTER_COLOURS 4
#endif
#ifndef RATHAUS_TRAP_COLOURS
#define RATHAUS_TRAP_COLOURS 2
#endif
#ifndef RATHAUS_WALL_COLOURS
#define RATHAUS_WALL_COLOURS 2
#endif
#ifndef RATHAUS_TELEPORTER_REACH
#define RATHAUS_TELEPORTER_REACH 4
#endif
#ifndef RATHAUS_TRAP_REACH
#define RATHAUS_TRAP_REACH 1
#endif
#ifndef RATHAUS_VIEW_DISTANCE
#define RATHAUS_VIEW_DISTANCE 2
#endif
#ifndef RATHAUS_MIN_STARTS
#define RATHAUS_MIN_STARTS 10
#endif
#ifndef RATHAUS_LIFESPAN
#define RATHAUS_LIFESPAN 100
#endif
#ifndef RATHAUS_INITIAL_POPULATION
#define RATHAUS_INITIAL_POPULATION 15
#endif
#ifndef RATHAUS_CHILDREN
#define RATHAUS_CHILDREN 10
#endif
#ifndef RATHAUS_GENOME_BITS
#define RATHAUS_GENOME_BITS 100
#endif
#ifndef RATHAUS_CROSSOVER
#define RATHAUS_CROSSOVER 0.05
#endif
#ifndef RATHAUS_MUTATION
#define RATHAUS_MUTATION 0.01
#endif
#ifndef RATHAUS_TURNS
#define RATHAUS_TURNS 10000
#endif

const int DNA_BITS = RATHAUS_GENOME_BITS;

// In these names, the board ends with the first column of the goal. Cells behind it are only seen.
const int GRID_X = RATHAUS_GOAL_X + 1;
const int GRID_Y = RATHAUS_HEIGHT;

const int VIEW_DIST = RATHAUS_VIEW_DISTANCE;
const int TELE_DIST = RATHAUS_TELEPORTER_REACH;
const int TRAP_DIST = RATHAUS_TRAP_REACH;

const int MAX_LIFE = RATHAUS_LIFESPAN;
const int N_INITIAL_BOTS = RATHAUS_INITIAL_POPULATION;
const int MIN_START_CELLS = RATHAUS_MIN_STARTS;
const int SPAWN_PERIOD = 1;
const int SPAWN_AMOUNT = RATHAUS_CHILDREN;

const int N_COLORS_SAFE = RATHAUS_EMPTY_COLOURS;
const int N_COLORS_TELE = RATHAUS_TELEPORTER_COLOURS;
const int N_COLORS_TRAP = RATHAUS_TRAP_COLOURS;
const int N_COLORS_WALL = RATHAUS_WALL_COLOURS;
const int N_COLORS = N_COLORS_SAFE + N_COLORS_TELE + N_COLORS_TRAP + N_COLORS_WALL;

const int GAME_DURATION = RATHAUS_TURNS;
const int N_GAMES = 50;
const double PROB_MUTATION = RATHAUS_MUTATION;
const double PROB_CROSSOVER = RATHAUS_CROSSOVER;

#endif
