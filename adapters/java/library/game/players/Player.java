package game.players;

import java.awt.Point;
import java.util.Map;
import java.util.Random;

import game.Constants;

/** What every submission extends. */
public abstract class Player {
    /** The one that is asked. */
    public static Player currentPlayer;

    protected Random random = Constants.random;

    /** Finds the move of a specimen. The colours are by their offsets from it. */
    public abstract Point takeTurn(String genome, Map<Point, Integer> vision);
}
