using System;
using System.Reflection;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // The entry point of the program: Start whole|bare ENTRY.
    //
    // The handshake comes first, because loading needs the parameters of the game. Then it looks up
    // a bare method by its name, or runs the `Main` of a whole player file, which calls
    // `runSession`.
    static class Start
    {
        static readonly TurnRandom random = new TurnRandom();
        static Input input;
        static Output output;

        static void Main(string[] arguments)
        {
            TakeDescriptors();
            ExitIfMalformed(() => ShakeHands());
            try
            {
                Load(arguments[0], arguments[1]);
            }
            catch (Exception error)
            {
                Errors.PrintTrace(error is TargetInvocationException ? error.InnerException : error);
            }
            Exit(1);
        }

        // Descriptor 1 becomes stderr, so that nothing that the submission prints is taken for a
        // reply. Descriptor 0 becomes empty, so that the submission cannot read the requests.
        static void TakeDescriptors()
        {
            input = new Input(Posix.Duplicate(0));
            output = new Output(Posix.Duplicate(1));
            Posix.Redirect(1, 2);
            Posix.RedirectToNull(0);
        }

        static void Load(string form, string entry)
        {
            if (form == "bare") Serve(Loading.Player(entry));
            Loading.RunMain();
            throw new InvalidOperationException("the submission's Main returned without calling runSession");
        }

        static void ShakeHands()
        {
            Fields first = NextLine();
            string refusal = first == null ? null : Handshake.Refusal(first);
            if (refusal != null) output.Add("rathaus 1 refuse " + refusal + "\n");
            if (first == null || refusal != null) Exit(0);
        }

        // Plays until the host ends the session. Never returns.
        public static void Serve(PlayerDel player)
        {
            if (player == null) throw new ArgumentNullException("player");
            ExitIfMalformed(() =>
            {
                Trace trace = Trace.OfSubmission();
                output.Add("rathaus 1 turns boards=" + Handshake.Boards + (trace == null ? "" : " trace") + "\n");
                Session session = new Session(player, trace, output, random);
                for (Fields line = NextLine(); line != null; line = NextLine()) session.Handle(line);
                session.Finish();
                Exit(0);
            });
        }

        // Exits with status 2 if the host breaks the protocol.
        static void ExitIfMalformed(Action action)
        {
            try
            {
                action();
            }
            catch (Malformed error)
            {
                Console.Error.WriteLine("the session ends: " + error.Message);
                Exit(2);
            }
        }

        // The next line, or null at the end. Flushes replies before it waits for more input.
        static Fields NextLine()
        {
            while (true)
            {
                Fields line = input.Line();
                if (line != null) return line;
                output.Flush();
                if (!input.Await()) return null;
            }
        }

        // Exits without running the exit handlers of the submission, and without waiting for its
        // threads.
        static void Exit(int status)
        {
            output.Flush();
            Console.Error.Flush();
            Posix.Exit(status);
        }
    }
}
