// Moves to a random neighbour, by several kinds of draws.
void Dice(IView v, IGenome g, Random rnd, out int ox, out int oy)
{
    ox = v[1, 0] == 1 ? rnd.Next(3) - 1 : rnd.Next(-1, 2);
    oy = v[1, 0] == 1 ? new[] { -1, 0, 1 }.OrderBy(x => rnd.Next()).First() : (int)(rnd.NextDouble() * 3) - 1;
}
