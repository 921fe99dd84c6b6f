// A whole player file that needs other files, and has neighbours that are named like those of the controller.
package game.players;

import java.awt.*;
import java.util.*;

import game.*;
import game.players.Player;

public class Beside extends Base {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        return Utils.add(new Point(one(), 0), new Point(Constants.BOARD_WIDTH - 50, 0));
    }
}
