import { join } from "node:path";
import { z } from "zod";

/** What is read of package-lock.json and package.json. */
const packageSchema = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
export const lockFileSchema = z.object({ packages: z.record(z.string(), packageSchema) });
const manifestSchema = z.object({
  workspaces: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  overrides: z.json().default({}),
});

export type LockFile = z.infer<typeof lockFileSchema>;
type Manifest = z.infer<typeof manifestSchema>;
/** By folder, as the lock file names it: our own package.json at "", and each workspace's. */
export type Manifests = Record<string, Manifest>;
export type LockedPackage = LockFile["packages"][string] & { path: string; name: string };

const FOLDER = "node_modules/";

export function readManifests(readJson: (file: string) => unknown): Manifests {
  const root = manifestSchema.parse(readJson("package.json"));
  const read = (folder: string) =>
    [folder, manifestSchema.parse(readJson(`${folder}/package.json`))] as const;
  return { "": root, ...Object.fromEntries(root.workspaces.map(read)) };
}

/** Every package of the lock file but our own and its workspaces. An alias counts as what it stands for. */
export function lockedPackages(lock: LockFile): LockedPackage[] {
  return entriesOf(lock).filter(({ path, link }) => path.includes(FOLDER) && !link);
}

const entriesOf = ({ packages }: LockFile): LockedPackage[] =>
  Object.entries(packages).map(([path, entry]) => ({
    ...entry,
    path,
    name: entry.name ?? installedAs(path),
  }));

const installedAs = (path: string) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Where npm says that the public registry has a package's file, whichever registry a machine is set to. */
const publicUrl = ({ name, version }: LockedPackage) =>
  `https://registry.npmjs.org/${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;

/** What keeps the lock file from being installed alike, and checked, on every machine and platform. */
export function lockFileFaults(lock: LockFile, manifests: Manifests): string[] {
  return [
    ...Object.values(manifests).flatMap(inexactVersions),
    ...Object.entries(manifests).flatMap((own) => strayedManifest(lock, own)),
    ...entriesOf(lock).flatMap((entry) => missingPackages(lock, entry)),
    ...strayedFolders(lock, manifests),
    ...lockedPackages(lock).flatMap(entryFaults),
  ];
}

/** A folder is installed as it lies there, without a hash: only what is ours may be one. */
function strayedFolders(lock: LockFile, manifests: Manifests): string[] {
  return entriesOf(lock)
    .filter(({ path, link }) => link || !path.includes(FOLDER))
    .map(({ path, link, resolved }) => ({ path, folder: link ? (resolved ?? "nothing") : path }))
    .filter(({ folder }) => !manifests[folder])
    .map(({ path, folder }) => `${path} is the folder ${folder}, which is no workspace`);
}

function entryFaults(entry: LockedPackage): string[] {
  if (!entry.version || !EXACT.test(entry.version)) return [`${entry.path} has no exact version`];
  // What a package brings along in its own file is covered by that file's hash.
  if (entry.inBundle) return [];
  return [
    ...(SHA512.test(entry.integrity ?? "") ? [] : [`${entry.path} has no SHA-512 integrity`]),
    ...(entry.resolved === publicUrl(entry)
      ? []
      : [`${entry.path} is resolved at ${entry.resolved ?? "no address"} instead of ${publicUrl(entry)}`]),
  ];
}

/**
 * Packages of other platforms are lost when npm writes the lock file from what one machine has installed. They are asked
 * for as optional and by exact version, so another version further up does not stand in for them.
 */
function missingPackages({ packages }: LockFile, entry: LockedPackage): string[] {
  const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
  const isFound = ([name, version]: [string, string]) => {
    const nearest = foldersAbove(entry.path).find((folder) => packages[`${folder}${FOLDER}${name}`]);
    if (nearest === undefined) return false;
    // What is not optional may have another version by an override.
    return (
      entry.optionalDependencies?.[name] === undefined ||
      !EXACT.test(version) ||
      packages[`${nearest}${FOLDER}${name}`]?.version === version
    );
  };
  return Object.entries(wanted)
    .filter((dependency) => !isFound(dependency))
    .map(([name, version]) => `${entry.path} needs ${name} ${version}, which is missing`);
}

/** Where Node looks for what a package imports: in its own folder first, in the project's last. */
function foldersAbove(path: string): string[] {
  const parts = path.split(`/${FOLDER}`);
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join(`/${FOLDER}`)}/`), ""];
}

function inexactVersions({ dependencies, devDependencies, overrides }: Manifest): string[] {
  const isExact = (version: string) =>
    EXACT.test(version.startsWith("npm:") ? version.slice(version.lastIndexOf("@") + 1) : version);
  const versions = [
    ...Object.entries({ ...dependencies, ...devDependencies }),
    ...leavesOf(overrides, "overrides"),
  ];
  return versions
    .filter(([, version]) => !isExact(version) && !version.startsWith("$"))
    .map(([name, version]) => `${name} is asked for as ${version}, which is no exact version`);
}

function leavesOf(value: Manifest["overrides"], name: string): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${name}.${key}`));
}

function strayedManifest({ packages }: LockFile, [folder, manifest]: [string, Manifest]): string[] {
  const file = join(folder, "package.json");
  return (["dependencies", "devDependencies"] as const).flatMap((kind) => {
    const locked = packages[folder]?.[kind] ?? {};
    const names = new Set([...Object.keys(locked), ...Object.keys(manifest[kind])]);
    return [...names]
      .filter((name) => locked[name] !== manifest[kind][name])
      .map(
        (name) =>
          `${name} is ${manifest[kind][name] ?? "absent"} in ${file}, ${locked[name] ?? "absent"} in the lock file`,
      );
  });
}
