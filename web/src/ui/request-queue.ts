// Runs requests a few at a time, so that many of them leave room for others: browsers have few
// connections to a server.

type Start = () => void;

export class RequestQueue {
  private running = 0;
  private readonly waiting: Start[] = [];

  constructor(private readonly most: number) {}

  /** Runs `request` when there is room. One that is given up before that never runs. */
  async run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.running < this.most) this.running++;
    else await this.turn(signal);
    try {
      signal.throwIfAborted();
      return await request();
    } finally {
      // The next one takes over the room.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => resolve();
      this.waiting.push(start);
      signal.addEventListener("abort", () => {
        const at = this.waiting.indexOf(start);
        if (at >= 0) this.waiting.splice(at, 1);
        reject(signal.reason);
      });
    });
  }
}
