namespace ppcggacscontroller
{
    // What a submission may name to have the game shown. The host shows it, so nothing is done here.
    public static class Display
    {
        public static GameLogic.Displayer createAndRun(params object[] anything)
        {
            return createAndRun;
        }
    }
}
