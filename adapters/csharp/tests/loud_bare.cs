// Raises an error whose message does not fit into an answer.
static void Loud(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    throw new Exception(new string('x', 3500) + "\n\t\u00e4\u20ac\ud800" + new string('y', 3500));
}
