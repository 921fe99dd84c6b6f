namespace Rathaus
{
    // The first line of the host, and its answer.
    static class Greeting
    {
        public const int Boards = 64;

        // Takes over the game's parameters from the greeting, or says why the game cannot be played here.
        public static string Refusal(Fields fields)
        {
            if (fields.Word() != "rathaus") throw new Malformed("the first line is no greeting");
            if (!fields.More() || fields.Word() != "1") return "only version 1 of the protocol is spoken here";
            if (!fields.More() || fields.Word() != "rat-race") return "only the game rat-race is played here";
            while (fields.More()) Parameters.Update(fields.Word());
            return null;
        }
    }
}
