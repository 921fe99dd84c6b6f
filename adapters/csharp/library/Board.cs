using System.Collections.Generic;

namespace Rathaus
{
    // The views and genomes that the host has introduced for one board, by name.
    sealed class Board
    {
        readonly List<View> views = new List<View>();
        readonly List<Genome> genomes = new List<Genome>();

        public void IntroduceViews(Fields fields, int distance)
        {
            do
            {
                int name = fields.Number();
                Put(views, name, new View(fields.Word(), distance));
            }
            while (fields.More());
        }

        public void IntroduceGenomes(Fields fields, int bits)
        {
            do
            {
                int name = fields.Number();
                Put(genomes, name, new Genome(fields.Word(), bits));
            }
            while (fields.More());
        }

        public View ViewOf(int name)
        {
            View view = name < views.Count ? views[name] : null;
            if (view == null) throw new Malformed("a view was not introduced");
            return view;
        }

        public Genome GenomeOf(int name)
        {
            Genome genome = name < genomes.Count ? genomes[name] : null;
            if (genome == null) throw new Malformed("a genome was not introduced");
            return genome;
        }

        static void Put<T>(List<T> table, int name, T value) where T : class
        {
            while (table.Count <= name) table.Add(null);
            table[name] = value;
        }
    }
}
