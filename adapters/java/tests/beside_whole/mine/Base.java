package game.players;
abstract class Base extends Player { protected int one() { return Half.ONE; } }
