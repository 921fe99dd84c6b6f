// A house for tests: a folder with tournaments that were played, and a server for it.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");
const RATHAUS = process.env.RATHAUS ?? join(target, "debug/rathaus");

/** A name that tries what names try. */
export const HOSTILE = `<img src=x onerror="document.title='taken over'">`;

/** One of the bots that the repository has. */
export function bot(path: string): string {
  return join(repository, "bots", path);
}

/** A player of the rat race in Python that steps ahead, and does this before. */
export function player(before: string): string {
  return `class Walker(Player):
    def turn(self):
        ${before}
        return Coordinate(1, self.bit_chunk(0, 1) - self.bit_chunk(1, 1))
`;
}

export class House {
  readonly folder = mkdtempSync(join(tmpdir(), "rathaus-e2e-"));
  url = "";
  private server?: ChildProcess;

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Runs the program to its end. */
  run(...args: string[]): string {
    const run = spawnSync(RATHAUS, args, { cwd: this.folder, env: this.environment(), encoding: "utf8" });
    if (run.status !== 0) throw new Error(`rathaus ${args.join(" ")}: ${run.status}\n${run.stderr}`);
    return run.stdout;
  }

  /** Starts it, and goes on. */
  start(...args: string[]): ChildProcess {
    return spawn(RATHAUS, args, { cwd: this.folder, env: this.environment(), stdio: ["ignore", "pipe", "ignore"] });
  }

  /** Serves all that is here, with these arguments more. */
  async serve(...more: string[]): Promise<void> {
    this.server = this.start("serve", ".", "live.toml", "--listen", "127.0.0.1:0", ...more);
    this.url = await new Promise<string>((told, failed) => {
      this.server!.stdout!.once("data", (data: Buffer) => told(data.toString().trim()));
      this.server!.once("exit", (code) => failed(new Error(`serve ended with ${code}`)));
    });
  }

  close(): void {
    this.server?.kill("SIGINT");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private environment() {
    return { ...process.env, XDG_CACHE_HOME: join(this.folder, "cache") };
  }
}
