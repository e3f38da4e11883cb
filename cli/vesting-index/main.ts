import yargs, { type Argv } from "yargs";
import { hideBin } from "yargs/helpers";
import { loadEnvFile } from "@/cli/env-file";
import { loadSettings } from "@/cli/settings";
import { printFailure } from "@/cli/terminal";
import { EnvError, hasUserInfo } from "@/lib/service/env";
import { VERSION } from "@/lib/service/version";
import { adminKeyFor } from "./admin-key";
import { CommandError, EXIT, type Exit, print, printError } from "./outcome";
import { RunningService } from "./running-service";
import { printTarget } from "./target";

/** Options of every command. */
type Shared = { url: string; key: string | undefined; json: boolean };
type Cli = Argv<Shared>;
type SetExit = (work: Promise<Exit> | Exit) => Promise<void>;

const noOptions = (command: Cli): Cli => command;

/** `npx vesting-index`: the operator's commands. Each command loads its modules when it runs. */
async function main(argv: string[]): Promise<Exit> {
  const { args, envFile } = takeEnvFile(argv);
  // Workers receive these arguments and the environment. They run in another folder, so relative paths would differ.
  process.argv.splice(2, process.argv.length, ...args);
  // `keys` also accepts a file that does not exist yet.
  if (args[0] !== "keys") loadEnvFile(envFile);
  // `root` has the options of npm run verify-root, which parses them itself.
  if (args[0] === "root") {
    const { verifyRoot } = await import("@/cli/verify-root/verify-root");
    return verifyRoot(args.slice(1), print);
  }
  let exit: Exit = EXIT.success;
  const setExit: SetExit = async (work) => {
    exit = await work;
  };
  const cli: Cli = yargs(args)
    .scriptName("vesting-index")
    .usage("$0 <command>\n\nRuns, watches and checks a Vesting Index.")
    .option("url", {
      type: "string",
      default: `http://127.0.0.1:${process.env.PORT || 3000}`,
      describe: "address of the service",
      coerce: (url: string) => url.replace(/\/+$/, ""),
    })
    .option("key", {
      type: "string",
      describe: "the admin key; ADMIN_API_KEY for a service of this machine or of ALLOWED_HOSTS",
    })
    .option("env-file", {
      type: "string",
      describe: "the service’s settings; by default the file of its systemd unit, or .env",
    })
    .option("json", { type: "boolean", default: false, describe: "one JSON document instead of lines" });
  await [addProcesses, addKeys(envFile), addStatusCommands, addChecks, addExports, addSnapshots, addAgents]
    .reduce((built, add) => add(built, setExit), cli)
    .completion("completion", "print a completion script for bash or zsh")
    .demandCommand(1, "Specify a command. --help lists all commands.")
    .strict()
    .version(VERSION)
    .epilog("Exit codes: 0 success, 1 problems found, 2 invalid usage or settings, 3 service unreachable.")
    .fail((message, error) => {
      throw error ?? new CommandError(message);
    })
    .parseAsync();
  return exit;
}

const addProcesses = (cli: Cli, setExit: SetExit): Cli =>
  cli
    .command("serve", "run the service on its production build", noOptions, async () => {
      const { serve } = await import("./commands/serve");
      await setExit(serve());
    })
    .command("migrate", "apply missing migrations to DATABASE_URL", noOptions, async () => {
      const { migrate } = await import("./commands/migrate");
      await setExit(migrate());
    })
    .command(
      "reindex",
      "build a second index from the network beside the served one, compare both, and correct the served one",
      (command) =>
        command.option("dry-run", {
          type: "boolean",
          default: false,
          describe: "compare only, and change nothing",
        }),
      async ({ dryRun, json }) => {
        const { reindexDatabase } = await import("./commands/reindex");
        await setExit(reindexDatabase({ isDryRun: dryRun, json }));
      },
    );

const addKeys =
  (envFile: string | undefined) =>
  (cli: Cli, setExit: SetExit): Cli =>
    cli.command("keys", "create the secrets that are missing in .env or --env-file", noOptions, async () => {
      const { makeKeys } = await import("./commands/keys");
      await setExit(makeKeys(envFile));
    });

const addStatusCommands = (cli: Cli, setExit: SetExit): Cli =>
  cli
    .command("status", "show the status of a running service", noOptions, async (options) => {
      const { showStatus } = await import("./commands/status");
      await setExit(showStatus(service(options), options));
    })
    .command("doctor", "check for problems and show their fixes", noOptions, async (options) => {
      const { examine } = await import("./commands/doctor");
      printTarget(options);
      await setExit(examine(options.url, options));
    })
    .command(
      "sync",
      "run the indexer of a running service to completion",
      (command) =>
        command.option("from-slot", { type: "string", describe: "read everything again from this slot" }),
      async (options) => {
        const { runSync } = await import("./commands/sync");
        const fromSlot = getSlot(options.fromSlot, "--from-slot");
        await setExit(runSync(service(options), { fromSlot, json: options.json }));
      },
    )
    .command(
      "webhooks [id]",
      "list the webhook endpoints of all wallets, or delete one",
      (command) =>
        command.positional("id", { type: "string", describe: "an endpoint’s ID" }).option("delete", {
          type: "boolean",
          default: false,
          describe: "delete the endpoint with this ID",
        }),
      async (options) => {
        const { deleteWebhook, listWebhooks } = await import("./commands/webhooks");
        if ((options.id !== undefined) !== options.delete)
          throw new CommandError("Pass the endpoint's ID together with --delete, or neither.");
        await setExit(
          options.id ? deleteWebhook(service(options), options.id) : listWebhooks(service(options), options),
        );
      },
    );

const addChecks = (cli: Cli, setExit: SetExit): Cli =>
  cli
    .command(
      "verify [campaign]",
      "rebuild a campaign’s root from all leaves, sum its claims, and compare both; without a campaign, list those that differ",
      (command) =>
        command.positional("campaign", { type: "string", describe: "address of its tree" }).option("rpc", {
          type: "string",
          describe: "RPC endpoint to compare with; SOLANA_RPC_URL by default",
        }),
      async ({ campaign: treeAddress, url, json, rpc }) => {
        const ledger = checkedRpc(rpc) ?? loadSettings().SOLANA_RPC_URL?.[0];
        printTarget({ url, rpc });
        if (treeAddress === undefined) {
          const { verifyAll } = await import("./commands/verify-all");
          return setExit(verifyAll({ url, json }));
        }
        const { verifyCampaign } = await import("./commands/verify");
        await setExit(verifyCampaign({ treeAddress, url, json, rpc: ledger || undefined }));
      },
    )
    .command(
      "certify [campaign]",
      "execute every claim of a campaign on a copy of its accounts, and print whether all are paid exactly",
      (command) =>
        command
          .positional("campaign", { type: "string", describe: "address of its tree" })
          .option("rpc", { type: "string", describe: "RPC endpoint; SOLANA_RPC_URL by default" })
          .option("leaves", {
            type: "string",
            describe: "CSV of its leaves; those of the service by default",
          })
          .option("signing-key", {
            type: "string",
            describe: "key file that signs the certificate; CERTIFICATE_KEY_FILE by default",
          })
          .option("out", { type: "string", describe: "file to write the certificate to" })
          .option("publish", {
            type: "boolean",
            default: false,
            describe: "also show the certificate on the campaign’s page",
          })
          .option("check", { type: "string", describe: "certificate file to check instead" }),
      async (options) => {
        const { certifyCampaign, certifySettings, checkCertificate } = await import("./commands/certify");
        const { campaign: treeAddress, check, json, url } = options;
        if ((treeAddress === undefined) === (check === undefined))
          throw new CommandError("Pass the campaign's address, or a file with --check.");
        printTarget({ url, rpc: checkedRpc(options.rpc) });
        if (treeAddress === undefined)
          return setExit(checkCertificate({ path: check ?? "", rpc: options.rpc, json }));
        const settings = certifySettings(options);
        const publishTo = options.publish ? service(options) : undefined;
        const { leaves, out } = options;
        await setExit(
          certifyCampaign({ ...settings, ...{ treeAddress, url, leaves, out, publishTo, json } }),
        );
      },
    )
    .command(
      "root <csv>",
      "compute the root of a CSV offline and compare it; `root` alone prints the usage",
      noOptions,
      () => {},
    );

const addExports = (cli: Cli, setExit: SetExit): Cli =>
  cli
    .command(
      "export <campaign> <list>",
      "write a campaign’s list as CSV",
      (command) =>
        command
          .positional("campaign", { type: "string", demandOption: true, describe: "address of its tree" })
          .positional("list", { choices: ["leaves", "claims", "timeline"] as const, demandOption: true })
          .option("to", { type: "string", describe: "file to write; standard output by default" })
          .option("creation", {
            type: "string",
            describe: "an earlier campaign of the address, by its creation signature",
          }),
      async (options) => {
        const { exportList } = await import("./commands/export");
        const { campaign: treeAddress, creation, list, to } = options;
        await setExit(exportList(service(options), { treeAddress, creation, list, to }));
      },
    )
    .command(
      "supply <mint>",
      "show how much of a token is locked in the verified campaigns of a service",
      (command) =>
        command.positional("mint", { type: "string", demandOption: true, describe: "address of the mint" }),
      async ({ mint, url, json }) => {
        const { showSupply } = await import("./commands/supply");
        printTarget({ url });
        await setExit(showSupply({ mint, url, json }));
      },
    )
    .command(
      "backup <file>",
      "write the whole database of the settings into one file",
      (command) => command.positional("file", { type: "string", demandOption: true }),
      async ({ file }) => {
        const { backup } = await import("./commands/backup");
        await setExit(backup(file));
      },
    )
    .command(
      "restore <file>",
      "restore a backup into an unused database and compare them",
      (command) => command.positional("file", { type: "string", demandOption: true }),
      async ({ file }) => {
        const { restore } = await import("./commands/backup");
        await setExit(restore(file));
      },
    )
    .command(
      "waitlist",
      "write the waitlist",
      (command) => command.option("to", { type: "string", describe: "file; standard output by default" }),
      async (options) => {
        const { exportWaitlist } = await import("./commands/export");
        await setExit(
          exportWaitlist(service(options), { format: options.json ? "json" : "csv", to: options.to }),
        );
      },
    );

const addSnapshots = (cli: Cli, setExit: SetExit): Cli =>
  cli
    .command(
      "snapshot",
      "write the final events and the lists as signed files, from which another service can start a mirror",
      (command) =>
        command
          .option("to", { type: "string", describe: "folder of the snapshots; SNAPSHOT_DIR by default" })
          .option("slot", { type: "string", describe: "last slot; the newest final slot by default" })
          .option("signing-key", {
            type: "string",
            describe: "key file that signs the snapshot; CERTIFICATE_KEY_FILE by default",
          })
          .option("pin", {
            type: "boolean",
            default: false,
            describe: "also add each list with its proofs to IPFS_API_URL, and store its ipfsCid",
          }),
      async ({ to, slot, signingKey, pin, json }) => {
        const { snapshot } = await import("./commands/snapshot");
        const query = { to, slot: getSlot(slot, "--slot"), keyFile: signingKey, isPinned: pin, json };
        await setExit(snapshot(query));
      },
    )
    .command(
      "mirror <source>",
      "fill an empty database from a snapshot, verify it, and follow the network from its last slot on",
      (command) =>
        command
          .positional("source", {
            type: "string",
            demandOption: true,
            describe: "folder of a snapshot, or its URL without manifest.json",
          })
          .option("verify", {
            choices: ["sample", "all"] as const,
            default: "sample" as const,
            describe: "compare about 200 random transactions with the network, or all",
          })
          .option("signer", {
            type: "string",
            describe: "the only accepted signer; trusted for lists of closed accounts",
          }),
      async ({ source, verify, signer, json }) => {
        const { mirror } = await import("./commands/mirror");
        await setExit(mirror({ location: source, verify, signer, json }));
      },
    );

const addAgents = (cli: Cli, setExit: SetExit): Cli =>
  cli.command(
    "mcp",
    "serve AI agents over the Model Context Protocol on standard input and output; never signs",
    (command) =>
      command.option("rpc", {
        type: "string",
        describe: "RPC endpoint that confirms roots and simulates; SOLANA_RPC_URL by default",
      }),
    async ({ url, rpc }) => {
      const { serveAgents } = await import("./commands/mcp");
      printTarget({ url, rpc: checkedRpc(rpc) });
      await setExit(serveAgents({ url, rpc }));
    },
  );

/** Returns the RPC endpoint of an option. Errors of requests to a URL with a password would print it. */
function checkedRpc(rpc: string | undefined): string | undefined {
  if (rpc !== undefined && hasUserInfo(rpc))
    throw new CommandError("--rpc must not contain a user name or password, which no request can send.");
  return rpc;
}

function service({ url, key }: Shared): RunningService {
  const running = new RunningService({ url, ...adminKeyFor(url, key, loadSettings) });
  printTarget({ url });
  return running;
}

/** Removes `--env-file` from the arguments. The defaults of the other options depend on the file. */
function takeEnvFile(argv: readonly string[]): { args: string[]; envFile: string | undefined } {
  const args = [...argv];
  const at = args.findIndex((arg) => /^--env-file(?:=|$)/.test(arg));
  if (at === -1) return { args, envFile: undefined };
  const [, inline] = /=(.*)/s.exec(args[at] ?? "") ?? [];
  const [, next] = args.splice(at, inline === undefined ? 2 : 1);
  const envFile = inline ?? next;
  if (!envFile) throw new CommandError("Pass the settings file: --env-file FILE.");
  return { args, envFile };
}

function getSlot(text: string | undefined, option: string): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,19}$/.test(text))
    throw new CommandError(`${option} must be a slot, a whole number of 0 or more.`);
  return BigInt(text);
}

// A reader that ends early, such as head, is not an error.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === "EPIPE" ? EXIT.success : EXIT.problemFound),
);

process.exitCode = await main(hideBin(process.argv)).catch((error: unknown) => {
  if (error instanceof CommandError) {
    printError(error.message);
    return error.exit;
  }
  if (error instanceof EnvError) {
    for (const sentence of error.message.split("\n")) printError(sentence);
    return EXIT.invalidUsage;
  }
  printFailure(printError, error);
  return EXIT.problemFound;
});
