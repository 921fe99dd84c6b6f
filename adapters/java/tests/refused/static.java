// Refused when loaded: NullPointerException
class Broken extends Player { static { Object x = null; x.hashCode(); } public Point takeTurn(String genome, Map<Point, Integer> vision) { return null; } }
