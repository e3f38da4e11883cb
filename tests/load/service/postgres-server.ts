import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Postgres, postgresPrograms, postgresUrl, startPrimary } from "../../cluster/servers";
import { withClient } from "./half-migrated";
import { newFolder } from "./service";

/** A database server for the attacks. */
export class PostgresServer {
  private made = 0;

  private constructor(
    private readonly folder: string,
    private readonly server: Postgres,
  ) {}

  /** Sets up a server and starts it; returns null if none is installed. */
  static async start(): Promise<PostgresServer | null> {
    if (!postgresPrograms()) return null;
    const folder = await newFolder();
    return new PostgresServer(folder, await startPrimary(folder));
  }

  /** Starts the server again after `down`. */
  up(): Promise<void> {
    return this.server.up();
  }

  /** Ends the server at once, as a crash would. */
  async down(): Promise<void> {
    await this.server.end("SIGQUIT");
  }

  /** Returns the URL of a new, empty database. */
  async createDatabase(): Promise<string> {
    const name = `attack_${++this.made}`;
    await withClient(this.url("postgres"), (client) => client.unsafe(`create database ${name}`));
    return this.url(name);
  }

  /** The id of the server's parent process. */
  get pid(): number {
    return Number.parseInt(readFileSync(join(this.server.folder, "postmaster.pid"), "utf8"), 10);
  }

  /** Returns the URL of a database that may not exist. */
  url(database: string): string {
    return postgresUrl(this.server, database);
  }

  async remove(): Promise<void> {
    await this.down();
    await rm(this.folder, { recursive: true, force: true });
  }
}
