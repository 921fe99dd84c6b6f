using System;
using System.Linq;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // Handles the lines of the host after the handshake.
    sealed class Session
    {
        readonly PlayerDel player;
        readonly Trace trace;
        readonly Output output;
        readonly TurnRandom random;
        readonly Profile profile = new Profile();
        readonly int distance = Parameters.Whole("view_distance");
        readonly int bits = Parameters.Whole("genome_bits");
        readonly Board[] boards = Enumerable.Range(0, Handshake.Boards).Select(number => new Board()).ToArray();
        byte[] letters = new byte[1024];

        public Session(PlayerDel player, Trace trace, Output output, TurnRandom random)
        {
            this.player = player;
            this.trace = trace;
            this.output = output;
            this.random = random;
        }

        public void Handle(Fields fields)
        {
            int number = fields.Number();
            if (number >= boards.Length) throw new Malformed("there is no board of this number");
            switch (fields.Word())
            {
                case "turn":
                    ReplyToTurn(number, fields);
                    break;
                case "view":
                    boards[number].IntroduceViews(fields, distance);
                    break;
                case "genome":
                    boards[number].IntroduceGenomes(fields, bits);
                    break;
                case "trace":
                    ReplyToTrace(number, fields);
                    break;
                case "board":
                    fields.Finish();
                    boards[number] = new Board();
                    break;
                default:
                    throw new Malformed("unknown word");
            }
        }

        public void Finish()
        {
            profile.Write();
        }

        // Replies with a letter for each pair of names, or with an error instead of all letters.
        void ReplyToTurn(int number, Fields fields)
        {
            int turn = fields.Number();
            string seed = fields.Word();
            if (seed.Length != 16) throw new Malformed("a seed has the wrong length");
            random.Begin(Hexadecimal.Number(seed));
            string head = number + " " + turn + " ";
            try
            {
                int count = FindMoves(boards[number], fields);
                output.Add(head);
                output.Add(letters, count);
            }
            catch (Fault fault)
            {
                output.Add(head + ErrorReply(fault));
            }
            output.Add("\n");
            output.FlushIfLate();
        }

        void ReplyToTrace(int number, Fields fields)
        {
            if (trace == null) throw new Malformed("the handshake did not offer `trace`");
            Genome genome = boards[number].GenomeOf(fields.Number());
            int colours = fields.Number();
            fields.Finish();
            string meanings;
            try
            {
                meanings = trace.Meanings(genome, colours);
            }
            catch (Fault fault)
            {
                meanings = ErrorReply(fault);
            }
            output.Add(number + " trace " + meanings + "\n");
            output.FlushIfLate();
        }

        // Prints the fault and returns the error reply.
        static string ErrorReply(Fault fault)
        {
            Console.Error.WriteLine(fault.Message);
            return "! " + Errors.OneLine(fault.Message);
        }

        int FindMoves(Board board, Fields fields)
        {
            if (fields.MaxPairs() > letters.Length) letters = new byte[2 * fields.MaxPairs()];
            PlayerDel takeTurn = profile.Player(player);
            int count = 0;
            do
            {
                int genome = fields.Number(), view = fields.Number();
                letters[count++] = Letter(takeTurn, board, genome, view);
            }
            while (fields.More());
            profile.EndTurn(count);
            return count;
        }

        // This must be fast.
        byte Letter(PlayerDel takeTurn, Board board, int genome, int view)
        {
            Genome bits = board.GenomeOf(genome);
            View colours = board.ViewOf(view);
            int ox, oy;
            try
            {
                takeTurn(colours, bits, random, out ox, out oy);
            }
            catch (Exception error)
            {
                throw Fault.Raised(error);
            }
            if (ox < -1 || ox > 1 || oy < -1 || oy > 1) throw Fault.Illegal(ox, oy, genome, view);
            return (byte)((random.TakeDrawn() ? 'A' : 'a') + 3 * (oy + 1) + ox + 1);
        }
    }
}
