namespace Rathaus
{
    // The first line of the host, and the reply to it.
    static class Handshake
    {
        public const int Boards = 64;

        // Stores the game's parameters. Returns a reason if this adapter cannot play the game.
        public static string Refusal(Fields fields)
        {
            if (fields.Word() != "rathaus") throw new Malformed("the first line is not a handshake");
            if (!fields.More() || fields.Word() != "1") return "this adapter supports only version 1 of the protocol";
            if (!fields.More() || fields.Word() != "rat-race") return "this adapter supports only the game rat-race";
            while (fields.More()) Parameters.Update(fields.Word());
            return null;
        }
    }
}
