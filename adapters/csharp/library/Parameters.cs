using System.Collections.Generic;
using System.Globalization;

namespace Rathaus
{
    // The parameters of the game: the standard values, until the handshake of the host changes
    // them.
    static class Parameters
    {
        static readonly Dictionary<string, int> wholes = new Dictionary<string, int> {
            { "width", 53 }, { "height", 15 }, { "goal_x", 49 },
            { "empty_colours", 8 }, { "teleporter_colours", 4 }, { "trap_colours", 2 }, { "wall_colours", 2 },
            { "teleporter_reach", 4 }, { "trap_reach", 1 }, { "view_distance", 2 },
            { "min_starts", 10 }, { "lifespan", 100 }, { "initial_population", 15 }, { "children", 10 },
            { "genome_bits", 100 }, { "turns", 10000 },
        };

        static readonly Dictionary<string, double> reals = new Dictionary<string, double> {
            { "crossover", 0.05 }, { "mutation", 0.01 },
        };

        public static int Whole(string name)
        {
            return wholes[name];
        }

        public static double Real(string name)
        {
            return reals[name];
        }

        // Stores a parameter in the form `name=value`. Ignores unknown names.
        public static void Update(string word)
        {
            string[] parts = word.Split(new[] { '=' }, 2);
            string name = parts[0], value = parts.Length == 2 ? parts[1] : "";
            int whole;
            double real;
            bool isWhole = int.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole);
            bool isReal = double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out real);
            if (wholes.ContainsKey(name) && !isWhole || reals.ContainsKey(name) && !isReal)
                throw new Malformed("a parameter is not a number: " + word);
            if (wholes.ContainsKey(name)) wholes[name] = whole;
            if (reals.ContainsKey(name)) reals[name] = real;
        }
    }
}
