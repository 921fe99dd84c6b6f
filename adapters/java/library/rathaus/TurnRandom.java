package rathaus;

import java.util.Random;

/**
 * The generator of the submissions: SplitMix64, seeded anew by the host for each board and turn. It notes every draw. A draw from
 * a range of one value takes nothing from it and is no draw.
 */
public final class TurnRandom extends Random {
    public static final TurnRandom ONLY = new TurnRandom();

    private static final long serialVersionUID = 1;

    // Neither may be set where it is declared: the constructor of Random seeds before that would happen.
    private long state;
    private boolean drawn;

    private TurnRandom() {
        super(0);
    }

    /** Starts a turn. Nothing that was left over from earlier turns has any influence from here on. */
    void begin(long seed) {
        state = seed;
        drawn = false;
    }

    /** Whether there were draws since the last time that this was asked. */
    boolean takeDrawn() {
        boolean result = drawn;
        drawn = false;
        return result;
    }

    private long draw() {
        drawn = true;
        state += 0x9e3779b97f4a7c15L;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /** A submission may seed from the clock, or with a number. From there on its moves are its own affair, and no pure ones. */
    @Override
    public void setSeed(long seed) {
        state = seed;
        drawn = true;
    }

    /** Everything that is not overridden below is made of this. */
    @Override
    protected int next(int bits) {
        return (int) (draw() >>> (64 - bits));
    }

    @Override
    public int nextInt(int bound) {
        if (bound < 1) throw new IllegalArgumentException("bound must be positive");
        return (int) below(bound);
    }

    // Newer versions of Random have these as well. They have to compile, but not to override anything, in the older ones.

    public int nextInt(int origin, int bound) {
        if (origin >= bound) throw new IllegalArgumentException("bound must be greater than origin");
        return (int) (origin + below((long) bound - origin));
    }

    public long nextLong(long bound) {
        if (bound < 1) throw new IllegalArgumentException("bound must be positive");
        return below(bound);
    }

    public long nextLong(long origin, long bound) {
        if (origin >= bound) throw new IllegalArgumentException("bound must be greater than origin");
        return origin + below(bound - origin);
    }

    /** Without the second value that Random keeps for the next call: that move would not be seen to draw. */
    @Override
    public double nextGaussian() {
        while (true) {
            double a = 2 * nextDouble() - 1, b = 2 * nextDouble() - 1, square = a * a + b * b;
            if (square < 1 && square > 0) return a * Math.sqrt(-2 * Math.log(square) / square);
        }
    }

    /** A number below the bound, which is taken as unsigned, because the size of a range can be larger than a long. */
    private long below(long bound) {
        if (bound == 1) return 0;
        return bound >>> 32 == 0 ? belowSmall(bound) : belowLarge(bound);
    }

    /** Lemire's method: the upper half of a product, with the few products rejected that would favour some values. */
    private long belowSmall(long bound) {
        long product = (draw() >>> 32) * bound;
        if ((product & 0xffffffffL) < bound) {
            long rejected = (1L << 32) % bound;
            while ((product & 0xffffffffL) < rejected) product = (draw() >>> 32) * bound;
        }
        return product >>> 32;
    }

    /** As many bits as the largest value has, drawn again while they are too large. */
    private long belowLarge(long bound) {
        long mask = -1L >>> Long.numberOfLeadingZeros(bound - 1), value;
        do value = draw() & mask;
        while (Long.compareUnsigned(value, bound) >= 0);
        return value;
    }
}
