// The same as a whole player file.
package game.players;

import java.awt.*;
import java.math.*;
import java.util.*;
import java.util.List;
import java.util.function.*;
import java.util.stream.*;

import game.*;
import game.players.Player;

// include: api_bare.java
