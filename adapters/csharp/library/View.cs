using System;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // A view that the host has introduced. Immutable, so all moves use the same object.
    sealed class View : IView
    {
        const string Colours = "-0123456789abcdefghijklmnopqrstuvwxyz";

        readonly int distance;
        readonly int side;
        readonly int[] cells;

        public View(string text, int distance)
        {
            this.distance = distance;
            side = 2 * distance + 1;
            if (text.Length != side * side) throw new Malformed("a view has the wrong size");
            cells = new int[text.Length];
            for (int i = 0; i < cells.Length; i++) cells[i] = Colour(text[i]);
        }

        static int Colour(char c)
        {
            int index = Colours.IndexOf(c);
            if (index < 0) throw new Malformed("a character is not a colour");
            return index - 1;
        }

        public int xd
        {
            get { return distance; }
        }

        public int yd
        {
            get { return distance; }
        }

        public int this[int ox, int oy]
        {
            get
            {
                if ((uint)(ox + distance) >= side || (uint)(oy + distance) >= side)
                    throw new IndexOutOfRangeException("the view has no cell (" + ox + "," + oy + ")");
                return cells[(oy + distance) * side + ox + distance];
            }
        }
    }
}
