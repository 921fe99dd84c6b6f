// Our version of WeightChooser: the value of a step depends on what can follow.
//
// Each colour has 6 bits of the genome, its weight. The weight of a step ahead is that of its cell
// plus the average weight of the cells that can follow, as far as they are on the board. The
// specimen makes the step with the largest weight, and a random one of those that tie. It never
// leaves the board.
const int Piece = 6;
const int OutOfBounds = -1;
const int Common = 6;  // averages of one, two or three integers are integers in sixths

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

// The meaning of a colour, for observers.
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
