namespace ppcggacscontroller
{
    // The original controller shows the game with this. Here it does nothing, because Rathaus does.
    public static class Display
    {
        public static GameLogic.Displayer createAndRun(params object[] anything)
        {
            return createAndRun;
        }
    }
}
