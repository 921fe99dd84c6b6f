// A rathaus server for tests, in a temporary folder with tournaments.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");
const PUT_WORKERS = join(target, "debug/examples/put_workers");
const RATHAUS = process.env.RATHAUS ?? join(target, "debug/rathaus");

/** The path of a bot in this repository. */
export function bot(path: string): string {
  return join(repository, "bots", path);
}

export class TestServer {
  readonly folder = mkdtempSync(join(tmpdir(), "rathaus-e2e-"));
  url = "";
  private process?: ChildProcess;

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Writes the file of a tournament and plays it. */
  play(name: string, text: string) {
    this.file(`${name}.toml`, text);
    this.run("tournament", "run", `${name}.toml`, "--quiet");
  }

  /** Stores workers in the database of a tournament that has been played. */
  putWorkers(name: string, workers: object[]) {
    const put = spawnSync(PUT_WORKERS, [join(this.folder, `${name}.db`), JSON.stringify(workers)], { encoding: "utf8" });
    if (put.status !== 0) throw new Error(`${PUT_WORKERS}: ${put.error ?? put.stderr}; \`cargo build --examples\` builds it`);
  }

  /** Runs rathaus and waits for it to end. */
  run(...args: string[]): string {
    const run = spawnSync(RATHAUS, args, { cwd: this.folder, env: this.environment(), encoding: "utf8" });
    if (run.status !== 0) throw new Error(`rathaus ${args.join(" ")}: ${run.status}\n${run.stderr}`);
    return run.stdout;
  }

  /** Starts rathaus without waiting for it. */
  start(...args: string[]): ChildProcess {
    return spawn(RATHAUS, args, { cwd: this.folder, env: this.environment(), stdio: ["ignore", "pipe", "ignore"] });
  }

  /** Serves the folder, and the tournaments that have a file but no results yet. */
  async serve(...args: string[]): Promise<void> {
    this.process = this.start("serve", ".", ...args, "--listen", "127.0.0.1:0");
    this.url = await new Promise<string>((resolve, reject) => {
      this.process!.stdout!.once("data", (data: Buffer) => resolve(data.toString().trim()));
      this.process!.once("exit", (code) => reject(new Error(`serve ended with ${code}`)));
    });
  }

  close(): void {
    this.process?.kill("SIGINT");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private environment() {
    return { ...process.env, XDG_CACHE_HOME: join(this.folder, "cache") };
  }
}
