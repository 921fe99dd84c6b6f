// The same as a whole player file.
package game.players;

import java.awt.*;
import java.util.*;
import java.util.List;

import game.*;
import game.players.Player;

// include: api_bare.java
