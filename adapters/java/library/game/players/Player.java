package game.players;

import java.awt.Point;
import java.util.Map;
import java.util.Random;

import game.Constants;

/** The base class of all submissions. */
public abstract class Player {
    /** The player of the current turn. */
    public static Player currentPlayer;

    protected Random random = Constants.random;

    /** Returns the move of a specimen. The keys of the vision are offsets from it. */
    public abstract Point takeTurn(String genome, Map<Point, Integer> vision);
}
