// Refused when loaded: NoSuchMethodException
class Broken extends Player { Broken(int x) { } public Point takeTurn(String genome, Map<Point, Integer> vision) { return null; } }
