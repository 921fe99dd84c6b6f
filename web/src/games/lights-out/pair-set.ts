// A compact set for the boards that a search has seen. It holds millions of them.

/** A set of pairs of 32-bit numbers, with open addressing. */
export class PairSet {
  size = 0;
  private pairs = new Int32Array(2 * 1024);
  private hasZero = false;

  /** Adds a pair. Returns whether it is new. */
  add(low: number, high: number): boolean {
    // Zeros mark empty slots, so the pair of zeros is stored separately.
    if (low === 0 && high === 0) {
      const isNew = !this.hasZero;
      this.hasZero = true;
      if (isNew) this.size++;
      return isNew;
    }
    if (4 * this.size > this.pairs.length) this.grow();
    const isNew = this.place(low, high);
    if (isNew) this.size++;
    return isNew;
  }

  private place(low: number, high: number): boolean {
    const { pairs } = this;
    const mask = pairs.length - 1;
    let mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    for (let at = 2 * (mixed ^ (mixed >>> 13)); ; at += 2) {
      at &= mask;
      if (pairs[at] === low && pairs[at + 1] === high) return false;
      if (pairs[at] === 0 && pairs[at + 1] === 0) {
        pairs[at] = low;
        pairs[at + 1] = high;
        return true;
      }
    }
  }

  private grow() {
    const before = this.pairs;
    this.pairs = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at] !== 0 || before[at + 1] !== 0) this.place(before[at]!, before[at + 1]!);
    }
  }
}
