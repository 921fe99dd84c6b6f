package rathaus;

import java.util.Random;

/**
 * The random generator of a submission: SplitMix64. The host sends a seed for each board and turn.
 * It records whether it was used. A draw from a range of one value takes nothing from the generator
 * and does not count.
 */
public final class TurnRandom extends Random {
    public static final TurnRandom ONLY = new TurnRandom();

    private static final long serialVersionUID = 1;

    // No initial values here: they would overwrite what the constructor of Random sets with
    // setSeed.
    private long state;
    private boolean drawn;

    private TurnRandom() {
        super(0);
    }

    /** Starts a turn. Nothing of earlier turns influences the draws of this one. */
    void begin(long seed) {
        state = seed;
        drawn = false;
    }

    /** Returns whether there were draws since the last call. */
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

    /** Counts as a draw: a submission may seed from the clock, so the move is not pure. */
    @Override
    public void setSeed(long seed) {
        state = seed;
        drawn = true;
    }

    /** All methods that are not overridden below call this. */
    @Override
    protected int next(int bits) {
        return (int) (draw() >>> (64 - bits));
    }

    @Override
    public int nextInt(int bound) {
        if (bound < 1) throw new IllegalArgumentException("bound must be positive");
        return (int) below(bound);
    }

    // Newer versions of Random have these methods. No @Override, because older versions lack them.

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

    /**
     * Does not keep a second value for the next call, as Random does: that call would draw nothing.
     */
    @Override
    public double nextGaussian() {
        while (true) {
            double a = 2 * nextDouble() - 1, b = 2 * nextDouble() - 1, square = a * a + b * b;
            if (square < 1 && square > 0) return a * Math.sqrt(-2 * Math.log(square) / square);
        }
    }

    /**
     * A number below the bound. The bound is unsigned, because a range can have more than 2^63
     * values.
     */
    private long below(long bound) {
        if (bound == 1) return 0;
        return bound >>> 32 == 0 ? belowSmall(bound) : belowLarge(bound);
    }

    /**
     * Lemire's method: the upper half of a product. Rejects the few products that would add a bias.
     */
    private long belowSmall(long bound) {
        long product = (draw() >>> 32) * bound;
        if ((product & 0xffffffffL) < bound) {
            long rejected = (1L << 32) % bound;
            while ((product & 0xffffffffL) < rejected) product = (draw() >>> 32) * bound;
        }
        return product >>> 32;
    }

    /** Draws as many bits as bound - 1 has, until the value is below the bound. */
    private long belowLarge(long bound) {
        long mask = -1L >>> Long.numberOfLeadingZeros(bound - 1), value;
        do value = draw() & mask;
        while (Long.compareUnsigned(value, bound) >= 0);
        return value;
    }
}
