import yargs, { type Argv } from "yargs";
import { hideBin } from "yargs/helpers";
import { loadEnvFile } from "@/cli/env-file";
import { loadSettings } from "@/cli/settings";
import { printFailure } from "@/cli/terminal";
import { EnvError } from "@/lib/service/env";
import { VERSION } from "@/lib/service/version";
import { adminKeyFor } from "./admin-key";
import { CommandError, EXIT, type Exit, print, say } from "./outcome";
import { RunningService } from "./running-service";
import { sayTarget } from "./target";

/** Options of every command. */
type Shared = { url: string; key: string | undefined; json: boolean };
type Cli = Argv<Shared>;
type Ends = (work: Promise<Exit> | Exit) => Promise<void>;

const nothingMore = (command: Cli): Cli => command;

/** `npx vesting-index`: what an operator does with a service. Commands load what they need when they run. */
async function main(given: string[]): Promise<Exit> {
  const { args, envFile } = takeEnvFile(given);
  // Workers get these arguments and the environment, and run in another folder than a relative path is meant for.
  process.argv.splice(2, process.argv.length, ...args);
  // The keys of a file that does not exist yet are made too.
  if (args[0] !== "keys") loadEnvFile(envFile);
  // Its options are those of npm run verify-root, which reads them itself.
  if (args[0] === "root") {
    const { verifyRoot } = await import("@/cli/verify-root/verify-root");
    return verifyRoot(args.slice(1), print);
  }
  let exit: Exit = EXIT.done;
  const ends: Ends = async (work) => {
    exit = await work;
  };
  const cli: Cli = yargs(args)
    .scriptName("vesting-index")
    .usage("$0 <command>\n\nRuns, watches and checks a Vesting Index.")
    .option("url", {
      type: "string",
      default: `http://127.0.0.1:${process.env.PORT || 3000}`,
      describe: "where the service answers",
      coerce: (url: string) => url.replace(/\/+$/, ""),
    })
    .option("key", {
      type: "string",
      describe: "the admin key; ADMIN_API_KEY for a service of this machine or of ALLOWED_HOSTS",
    })
    .option("env-file", {
      type: "string",
      describe: "the service’s settings; the file of its systemd unit, or else .env, unless said",
    })
    .option("json", { type: "boolean", default: false, describe: "one JSON document instead of lines" });
  await [addProcesses, addKeys(envFile), addLooks, addChecks, addExports]
    .reduce((built, add) => add(built, ends), cli)
    .completion("completion", "print a script that completes commands in bash or zsh")
    .demandCommand(1, "Say which command; --help lists them.")
    .strict()
    .version(VERSION)
    .epilog("Exit codes: 0 done, 1 something is wrong, 2 it cannot be done as asked, 3 nobody answers.")
    .fail((message, error) => {
      throw error ?? new CommandError(message);
    })
    .parseAsync();
  return exit;
}

const addProcesses = (cli: Cli, ends: Ends): Cli =>
  cli
    .command("serve", "run the service on its production build", nothingMore, async () => {
      const { serve } = await import("./commands/processes");
      await ends(serve());
    })
    .command("migrate", "apply missing migrations to DATABASE_URL", nothingMore, async () => {
      const { migrate } = await import("./commands/processes");
      await ends(migrate());
    });

const addKeys =
  (envFile: string | undefined) =>
  (cli: Cli, ends: Ends): Cli =>
    cli.command("keys", "make the secrets that .env, or --env-file, lacks", nothingMore, async () => {
      const { makeKeys } = await import("./commands/keys");
      await ends(makeKeys(envFile));
    });

const addLooks = (cli: Cli, ends: Ends): Cli =>
  cli
    .command("status", "say how a running service stands", nothingMore, async (given) => {
      const { showStatus } = await import("./commands/status");
      await ends(showStatus(service(given), given));
    })
    .command("doctor", "look for what is wrong, and say what mends it", nothingMore, async (given) => {
      const { examine } = await import("./commands/doctor");
      sayTarget(given);
      await ends(examine(given.url, given));
    })
    .command(
      "sync",
      "run the indexer in full at a running service",
      (command) =>
        command.option("from-slot", { type: "string", describe: "read everything from this slot on again" }),
      async (given) => {
        const { runSync } = await import("./commands/sync");
        const fromSlot = slotOf(given.fromSlot);
        await ends(runSync(service(given), { fromSlot, json: given.json }));
      },
    )
    .command(
      "webhooks [id]",
      "list the webhook endpoints of all wallets, or delete one",
      (command) =>
        command
          .positional("id", { type: "string", describe: "an endpoint’s id" })
          .option("delete", { type: "boolean", default: false, describe: "delete the endpoint of that id" }),
      async (given) => {
        const { deleteWebhook, listWebhooks } = await import("./commands/webhooks");
        if ((given.id !== undefined) !== given.delete)
          throw new CommandError("Give the id of the endpoint together with --delete, or neither.");
        await ends(given.id ? deleteWebhook(service(given), given.id) : listWebhooks(service(given), given));
      },
    );

const addChecks = (cli: Cli, ends: Ends): Cli =>
  cli
    .command(
      "verify [campaign]",
      "build a campaign’s root from every leaf, add up its claims, and compare both; without one, list campaigns that differ",
      (command) =>
        command.positional("campaign", { type: "string", describe: "address of its tree" }).option("rpc", {
          type: "string",
          describe: "a ledger to compare with; SOLANA_RPC_URL unless said",
        }),
      async ({ campaign: treeAddress, url, json, rpc }) => {
        const ledger = rpc ?? loadSettings().SOLANA_RPC_URL?.[0];
        sayTarget({ url, rpc });
        if (treeAddress === undefined) {
          const { verifyAll } = await import("./commands/verify-all");
          return ends(verifyAll({ url, json }));
        }
        const { verifyCampaign } = await import("./commands/verify");
        await ends(verifyCampaign({ treeAddress, url, json, rpc: ledger || undefined }));
      },
    )
    .command(
      "root <csv>",
      "build the root of a CSV offline and compare it; `root` alone says how",
      nothingMore,
      () => {},
    );

const addExports = (cli: Cli, ends: Ends): Cli =>
  cli
    .command(
      "export <campaign> <list>",
      "write a campaign’s list as CSV",
      (command) =>
        command
          .positional("campaign", { type: "string", demandOption: true, describe: "address of its tree" })
          .positional("list", { choices: ["leaves", "claims", "timeline"] as const, demandOption: true })
          .option("to", { type: "string", describe: "file to write; standard output unless said" })
          .option("creation", {
            type: "string",
            describe: "an earlier campaign of the address, by its creation",
          }),
      async (given) => {
        const { exportList } = await import("./commands/take-away");
        const { campaign: treeAddress, creation, list, to } = given;
        await ends(exportList(service(given), { treeAddress, creation, list, to }));
      },
    )
    .command(
      "backup <file>",
      "write the whole database of the settings into one file",
      (command) => command.positional("file", { type: "string", demandOption: true }),
      async ({ file }) => {
        const { backup } = await import("./commands/backup");
        await ends(backup(file));
      },
    )
    .command(
      "restore <file>",
      "put a backup into an unused database, and compare",
      (command) => command.positional("file", { type: "string", demandOption: true }),
      async ({ file }) => {
        const { restore } = await import("./commands/backup");
        await ends(restore(file));
      },
    )
    .command(
      "waitlist",
      "write the waitlist",
      (command) => command.option("to", { type: "string", describe: "file; standard output unless said" }),
      async (given) => {
        const { exportWaitlist } = await import("./commands/take-away");
        await ends(exportWaitlist(service(given), { format: given.json ? "json" : "csv", to: given.to }));
      },
    );

function service({ url, key }: Shared): RunningService {
  const running = new RunningService({ url, ...adminKeyFor(url, key, loadSettings) });
  sayTarget({ url });
  return running;
}

/** Takes `--env-file` out of the arguments: what the others default to depends on it. */
function takeEnvFile(given: readonly string[]): { args: string[]; envFile: string | undefined } {
  const args = [...given];
  const at = args.findIndex((arg) => /^--env-file(?:=|$)/.test(arg));
  if (at === -1) return { args, envFile: undefined };
  const [, inline] = /=(.*)/s.exec(args[at] ?? "") ?? [];
  const [, next] = args.splice(at, inline === undefined ? 2 : 1);
  const envFile = inline ?? next;
  if (!envFile) throw new CommandError("Give the file of the settings: --env-file FILE.");
  return { args, envFile };
}

function slotOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,19}$/.test(text)) throw new CommandError("--from-slot is a slot, a whole number from 0 on.");
  return BigInt(text);
}

// A reader that ends early, such as head, is not an error.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === "EPIPE" ? EXIT.done : EXIT.wrong),
);

process.exitCode = await main(hideBin(process.argv)).catch((error: unknown) => {
  if (error instanceof CommandError) {
    say(error.message);
    return error.exit;
  }
  if (error instanceof EnvError) {
    for (const sentence of error.message.split("\n")) say(sentence);
    return EXIT.unusable;
  }
  printFailure(say, error);
  return EXIT.wrong;
});
