package game.players;

import java.awt.*;
import java.util.*;
import java.util.List;

import game.*;
import game.players.Player;

