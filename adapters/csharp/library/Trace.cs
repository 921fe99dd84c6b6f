using System;
using System.Linq;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // What a genome means to its player, where the submission has a method `string Trace(IGenome g, int color)`.
    sealed class Trace
    {
        readonly Func<IGenome, int, string> tell;

        Trace(Func<IGenome, int, string> tell)
        {
            this.tell = tell;
        }

        // That of the submission, or null if it has none.
        public static Trace OfSubmission()
        {
            var tell = (Func<IGenome, int, string>)Loading.Method("Trace", typeof(Func<IGenome, int, string>));
            return tell == null ? null : new Trace(tell);
        }

        // What is said of each colour, with `;` between.
        public string Meanings(IGenome genome, int colours)
        {
            return string.Join(";", Enumerable.Range(0, colours).Select(colour => Meaning(genome, colour)).ToArray());
        }

        string Meaning(IGenome genome, int colour)
        {
            try
            {
                return Errors.OneLine(tell(genome, colour) ?? "").Replace(';', ',');
            }
            catch (Exception error)
            {
                throw Fault.Raised(error);
            }
        }
    }
}
