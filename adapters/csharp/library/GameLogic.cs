using System;
using System.Collections.Generic;

// The names that C# submissions know the game by.
namespace ppcggacscontroller.GameLogic
{
    // What a specimen sees: the colours by their offsets from it, at most xd to either side and yd up or down.
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

        // The number in so many bits, the least significant bit first.
        uint cutOutInt(int idx, int len);
    }

    // Finds the move of a specimen.
    public delegate void PlayerDel(IView v, IGenome g, Random rnd, out int ox, out int oy);

    // Something that shows the game. It returns itself so that it can be given by its name as well as by a call.
    public delegate Displayer Displayer(params object[] anything);

    public class Game
    {
        // The host shows the game, so this is never called.
        public Displayer displayer;

        readonly PlayerDel player;

        public Game(PlayerDel player)
        {
            this.player = player;
        }

        // Answers the host with the moves of this player. The process ends with the session, so this never returns, and nothing
        // that waits for a key after it is reached.
        public void runSession()
        {
            Rathaus.Start.Serve(player);
        }
    }
}
