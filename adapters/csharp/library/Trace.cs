using System;
using System.Linq;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // Asks a submission what its genomes mean, if it has a method `string Trace(IGenome g, int
    // color)`.
    sealed class Trace
    {
        readonly Func<IGenome, int, string> method;

        Trace(Func<IGenome, int, string> method)
        {
            this.method = method;
        }

        // The method of the submission, or null if it has none.
        public static Trace OfSubmission()
        {
            var method = (Func<IGenome, int, string>)Loading.Method("Trace", typeof(Func<IGenome, int, string>));
            return method == null ? null : new Trace(method);
        }

        // Returns the meaning of each colour, separated by `;`.
        public string Meanings(IGenome genome, int colours)
        {
            return string.Join(";", Enumerable.Range(0, colours).Select(colour => Meaning(genome, colour)).ToArray());
        }

        string Meaning(IGenome genome, int colour)
        {
            try
            {
                return Errors.OneLine(method(genome, colour) ?? "").Replace(';', ',');
            }
            catch (Exception error)
            {
                throw Fault.Raised(error);
            }
        }
    }
}
