// Our take on the strategy of WeightChooser: a step is worth what can come after it.
//
// Each colour has a piece of 6 bits of the genome, its weight. The weight of a step ahead is that of the cell it goes to and the average
// weight of the cells that can be stepped to from there, as far as they are on the board. The specimen makes the step with the
// largest weight, a random one of those that tie. It never leaves the board.
const int Piece = 6;
const int OutOfBounds = -1;
const int Common = 6;  // the averages of one, two and three whole numbers are whole numbers of sixths

static void WeightChooser(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    int best = -1, count = 0;
    ox = 1;
    oy = 0;
    for (int y = -1; y <= 1; y++)
    {
        if (v[1, y] == OutOfBounds) continue;
        int weight = Common * Weight(v[1, y], g) + AverageBehind(v, g, y);
        if (weight < best) continue;
        if (weight > best) count = 0;
        best = weight;
        count++;
        if (count == 1 || rnd.Next(count) == 0) oy = y;
    }
}

// For who looks on.
static string Trace(GameLogic.IGenome g, int color)
{
    return "worth " + Weight(color, g);
}

static int Weight(int color, GameLogic.IGenome g)
{
    return (int)g.cutOutInt(color * Piece, Piece);
}

static int AverageBehind(GameLogic.IView v, GameLogic.IGenome g, int y)
{
    int sum = 0, count = 0;
    for (int next = y - 1; next <= y + 1; next++)
    {
        if (v[2, next] == OutOfBounds) continue;
        sum += Weight(v[2, next], g);
        count++;
    }
    return count == 0 ? 0 : Common * sum / count;
}
