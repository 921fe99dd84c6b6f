using System;
using System.Reflection;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // Where the program begins: Start whole|bare ENTRY.
    //
    // The greeting comes first, because the submission is loaded with the parameters that it brings. Then a whole player file
    // runs its own `Main`, which comes back here through `runSession`, and a bare method is looked up by its name.
    static class Start
    {
        static readonly TurnRandom random = new TurnRandom();
        static Input input;
        static Output output;

        static void Main(string[] arguments)
        {
            TakeDescriptors();
            Guarded(() => Greet());
            try
            {
                Load(arguments[0], arguments[1]);
            }
            catch (Exception error)
            {
                Errors.PrintTrace(error is TargetInvocationException ? error.InnerException : error);
            }
            End(1);
        }

        // Descriptor 1 becomes standard error, so that whatever the submission prints, by any means, is no answer. Descriptor 0
        // becomes empty, so that nothing that was meant for the adapter is read by the submission.
        static void TakeDescriptors()
        {
            input = new Input(Posix.Duplicate(0));
            output = new Output(Posix.Duplicate(1));
            Posix.Redirect(1, 2);
            Posix.Empty(0);
        }

        static void Load(string form, string entry)
        {
            if (form == "bare") Serve(Loading.Player(entry));
            Loading.RunMain();
            throw new InvalidOperationException("the submission's Main has ended without a call of runSession");
        }

        static void Greet()
        {
            Fields first = NextLine();
            string refusal = first == null ? null : Greeting.Refusal(first);
            if (refusal != null) output.Add("rathaus 1 refuse " + refusal + "\n");
            if (first == null || refusal != null) End(0);
        }

        // Plays until the host ends the session, and never returns.
        public static void Serve(PlayerDel player)
        {
            if (player == null) throw new ArgumentNullException("player");
            Guarded(() =>
            {
                Trace trace = Trace.OfSubmission();
                output.Add("rathaus 1 turns boards=" + Greeting.Boards + (trace == null ? "" : " trace") + "\n");
                Session session = new Session(player, trace, output, random);
                for (Fields line = NextLine(); line != null; line = NextLine()) session.Handle(line);
                session.Finish();
                End(0);
            });
        }

        // What is wrong in here is the host's mistake, or ours, and never the submission's.
        static void Guarded(Action action)
        {
            try
            {
                action();
            }
            catch (Malformed error)
            {
                Console.Error.WriteLine("the session ends: " + error.Message);
                End(2);
            }
        }

        // The next line, or null at the end. Answers are sent before waiting for more, but not while there are lines to go on
        // with.
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

        // The process ends without the submission's handlers and threads: they have nothing to add to a session that is over.
        static void End(int status)
        {
            output.Flush();
            Console.Error.Flush();
            Posix.Exit(status);
        }
    }
}
