import { cp, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { nodeFileTrace } from "@vercel/nft";

/**
 * node deploy/docker/copy-runtime-files.mjs FOLDER — copies the files that a built checkout needs at run time into a folder
 * that works like the checkout: the sources, the build without source maps and caches, and the files of installed packages
 * that these load on this platform.
 */
const [, , to] = process.argv;
if (!to) throw new Error("Pass the target folder: node deploy/docker/copy-runtime-files.mjs FOLDER");
const require = createRequire(import.meta.url);

/** The compiler that tsx runs our TypeScript with. */
const { build } = createRequire(require.resolve("tsx/package.json"))("esbuild");
const root = process.cwd();

/** Entry points of processes and threads; what they import of packages is found by following it. */
const ENTRIES = [
  "server/main.ts",
  "server/workers/worker.ts",
  "db/embedded/thread.ts",
  "cli/vesting-index/main.ts",
  "ledger/start-ledger.ts",
];
const OWN = [
  "app",
  "cli",
  "components",
  "db",
  "docs",
  "drizzle",
  "ledger",
  "lib",
  "messages",
  "public",
  "server",
];
const FILES = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "next.config.mjs",
  "package.json",
  "proxy.ts",
  "tsconfig.json",
];
/** The TypeScript runner, Next and a native addon: their imports cannot be traced statically. */
const WHOLE = [
  "tsx",
  "esbuild",
  `@esbuild/${process.platform}-${process.arch}`,
  "get-tsconfig",
  "resolve-pkg-maps",
  `fs-native-extensions/prebuilds/${process.platform}-${process.arch}`,
  "next",
];
/** Read only while something is built or developed. */
const NEVER = [
  /\.map$/,
  /\.d\.[cm]?ts$/,
  /(^|\/)node_modules\/(typescript|@next\/swc-[^/]+|sharp|@img)\//,
  /\/next\/.*(\.md|-experimental[./].*|\.dev(elopment)?\.js)$/,
  /\/next\/.*\/(esm|babel|babel-packages|terser|postcss-[^/]+|sass-loader|css-loader|bundle-analyzer)\//,
];
/** Folders of the project that only tests and the generator of migrations read. */
const NOT_OWN =
  /(^|\/)tests(\/|$)|^drizzle\/meta\/\d+_snapshot\.json$|^cli\/(supply|docs-check|words|screens\.ts|examples\.ts)|^docs\/screens/;
const NOT_BUILT = /^\.next\/(cache|dev|diagnostics|trace|trace-build|types|build)(\/|$)|\.(map|nft\.json)$/;

/** The packages' files that our own code loads, followed from what is left of it once only imports of packages are. */
async function followEntries() {
  const folder = join(root, ".next", "gather");
  await build({
    entryPoints: ENTRIES.map((entry) => join(root, entry)),
    outdir: folder,
    outbase: root,
    outExtension: { ".js": ".mjs" },
    ...{ bundle: true, packages: "external", platform: "node", format: "esm", logLevel: "error" },
    ...{
      tsconfig: join(root, "server/tsconfig.json"),
      alias: { "@vesting-index/ledger": join(root, "ledger/start-ledger.ts") },
    },
  });
  const bundles = ENTRIES.map((entry) => join(folder, entry.replace(/\.ts$/, ".mjs")));
  const { fileList } = await nodeFileTrace(bundles, {
    base: root,
    ignore: (file) => NEVER.some((rule) => rule.test(file)),
  });
  await rm(folder, { recursive: true });
  return [...fileList].filter((file) => file.startsWith(`node_modules${sep}`));
}

/** The files that Next found its own server and each page to load. */
async function readTraces() {
  const built = await readdir(join(root, ".next"), { recursive: true });
  const traces = built.filter((name) => name.endsWith(".nft.json")).map((name) => join(".next", name));
  const lists = traces.map(async (trace) => {
    const { files } = JSON.parse(await readFile(join(root, trace), "utf8"));
    return files.map((file) => join(dirname(trace), file));
  });
  return (await Promise.all(lists)).flat().filter((file) => file.startsWith(`node_modules${sep}`));
}

async function copy(file) {
  const target = join(to, file);
  await mkdir(dirname(target), { recursive: true });
  await cp(join(root, file), target, { recursive: true, dereference: false, force: true });
}

const isNeeded = (file) => !NEVER.some((rule) => rule.test(file));
const relativeOf = (path) => relative(root, path).split(sep).join("/");

await rm(to, { recursive: true, force: true });
for (const folder of OWN) {
  const filter = (path) => !NOT_OWN.test(relativeOf(path));
  await cp(join(root, folder), join(to, folder), { recursive: true, filter });
}
for (const file of FILES) await copy(file);
await cp(join(root, ".next"), join(to, ".next"), {
  recursive: true,
  verbatimSymlinks: true,
  filter: (path) => !NOT_BUILT.test(relativeOf(path)),
});
const found = new Set([...(await followEntries()), ...(await readTraces())].filter(isNeeded));
for (const file of found) await copy(file);
for (const name of WHOLE) {
  const from = join(root, "node_modules", name);
  await cp(from, join(to, "node_modules", name), {
    recursive: true,
    filter: (path) => isNeeded(relativeOf(path)),
  });
}
// As npm links a package of the workspace.
await mkdir(join(to, "node_modules/@vesting-index"), { recursive: true });
await symlink("../../ledger", join(to, "node_modules/@vesting-index/ledger"));
