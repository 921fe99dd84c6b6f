using System;
using System.Collections.Generic;

// The types of the original controller.
namespace ppcggacscontroller.GameLogic
{
    // The colours by their offsets from the specimen, at most xd horizontally and yd vertically.
    public interface IView
    {
        int this[int ox, int oy] { get; }
        int xd { get; }
        int yd { get; }
    }

    public interface IGenome : IEnumerable<bool>
    {
        bool this[int i] { get; }
        int length { get; }

        // The number in len bits from idx on. Bit idx is the lowest.
        uint cutOutInt(int idx, int len);
    }

    // Finds the move of a specimen.
    public delegate void PlayerDel(IView v, IGenome g, Random rnd, out int ox, out int oy);

    // Shows the game. It returns itself, so submissions may pass its name or a call of it.
    public delegate Displayer Displayer(params object[] anything);

    public class Game
    {
        // Never called, because the host shows the game.
        public Displayer displayer;

        readonly PlayerDel player;

        public Game(PlayerDel player)
        {
            this.player = player;
        }

        // Replies to the host with the moves of this player. Never returns: the process exits at
        // the end of the session, so code that waits for a key after this call does not run.
        public void runSession()
        {
            Rathaus.Start.Serve(player);
        }
    }
}
