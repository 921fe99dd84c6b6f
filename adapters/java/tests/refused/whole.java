// Refused by the build: whole.java:4: error
package game.players;
public class Broken extends Player {
    int x = "";
}
