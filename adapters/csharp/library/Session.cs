using System;
using System.Linq;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // Answers what the host asks.
    sealed class Session
    {
        readonly PlayerDel player;
        readonly Trace trace;
        readonly Output output;
        readonly TurnRandom random;
        readonly Profile profile = new Profile();
        readonly int distance = Parameters.Whole("view_distance");
        readonly int bits = Parameters.Whole("genome_bits");
        readonly Board[] boards = Enumerable.Range(0, Greeting.Boards).Select(number => new Board()).ToArray();
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
            if (number >= boards.Length) throw new Malformed("there is no such board");
            switch (fields.Word())
            {
                case "turn":
                    Answer(number, fields);
                    break;
                case "view":
                    boards[number].IntroduceViews(fields, distance);
                    break;
                case "genome":
                    boards[number].IntroduceGenomes(fields, bits);
                    break;
                case "trace":
                    AnswerTrace(number, fields);
                    break;
                case "board":
                    fields.Finish();
                    boards[number] = new Board();
                    break;
                default:
                    throw new Malformed("there is no such word");
            }
        }

        public void Finish()
        {
            profile.Write();
        }

        // One answer has a letter for each pair of the line, or an error instead of all letters.
        void Answer(int number, Fields fields)
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
                output.Add(head + Instead(fault));
            }
            output.Add("\n");
            output.FlushIfWaitingLong();
        }

        void AnswerTrace(int number, Fields fields)
        {
            if (trace == null) throw new Malformed("this was not offered");
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
                meanings = Instead(fault);
            }
            output.Add(number + " trace " + meanings + "\n");
            output.FlushIfWaitingLong();
        }

        // What is answered in the place of what could not be found.
        static string Instead(Fault fault)
        {
            Console.Error.WriteLine(fault.Message);
            return "! " + Errors.OneLine(fault.Message);
        }

        int FindMoves(Board board, Fields fields)
        {
            if (fields.MostPairs() > letters.Length) letters = new byte[2 * fields.MostPairs()];
            PlayerDel asked = profile.Player(player);
            int count = 0;
            do
            {
                int genome = fields.Number(), view = fields.Number();
                letters[count++] = Letter(asked, board, genome, view);
            }
            while (fields.More());
            profile.EndTurn(count);
            return count;
        }

        // Everything in here has to be fast.
        byte Letter(PlayerDel asked, Board board, int genome, int view)
        {
            Genome bits = board.GenomeOf(genome);
            View colours = board.ViewOf(view);
            int ox, oy;
            try
            {
                asked(colours, bits, random, out ox, out oy);
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
