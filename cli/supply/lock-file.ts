import { join } from "node:path";

type Versions = Record<string, string>;
type Entry = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  inBundle?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
};
type Overrides = string | { [name: string]: Overrides };
type Manifest = Pick<Entry, "dependencies" | "devDependencies"> & {
  workspaces?: string[];
  overrides?: Overrides;
};

export type LockFile = { packages: Record<string, Entry> };
export type LockedPackage = Entry & { path: string; name: string };
/** The project's package.json at "", and that of each workspace at its folder. */
export type Manifests = Record<string, Manifest>;

const FOLDER = "node_modules/";
const EXACT = /^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

export function readManifests(readJson: (file: string) => unknown): Manifests {
  const root = readJson("package.json") as Manifest;
  const read = (folder: string) => [folder, readJson(`${folder}/package.json`) as Manifest];
  return { "": root, ...Object.fromEntries((root.workspaces ?? []).map(read)) };
}

const entriesOf = ({ packages }: LockFile): LockedPackage[] =>
  Object.entries(packages).map(([path, entry]) => {
    const installedAs = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
    return { ...entry, path, name: entry.name ?? installedAs };
  });

/** Returns every package but the project's own. An alias has the name of the package that it stands for. */
export const lockedPackages = (lock: LockFile): LockedPackage[] =>
  entriesOf(lock).filter(({ path, link }) => path.includes(FOLDER) && !link);

/** Returns a sentence for each entry that machines could install differently, or without a check of its content. */
export function lockFileFaults(lock: LockFile, manifests: Manifests): string[] {
  const all = entriesOf(lock);
  // npm installs a folder without a hash, so only workspaces may be folders.
  const folders = all
    .filter(({ path, link }) => link || !path.includes(FOLDER))
    .map(({ path, link, resolved = "nothing" }) => ({ path, folder: link ? resolved : path }));
  return [
    ...Object.entries(manifests).flatMap(([folder, manifest]) => manifestFaults(lock, folder, manifest)),
    ...all.flatMap((entry) => missingPackages(lock, entry)),
    ...folders
      .filter(({ folder }) => !manifests[folder])
      .map(({ path, folder }) => `${path} is the folder ${folder}, which is no workspace`),
    ...lockedPackages(lock).flatMap(entryFaults),
  ];
}

function entryFaults({
  path,
  name,
  version = "",
  inBundle,
  integrity = "",
  resolved,
}: LockedPackage): string[] {
  if (!EXACT.test(version)) return [`${path} has no exact version`];
  // The hash of the package that bundles this one covers it.
  if (inBundle) return [];
  const url = `https://registry.npmjs.org/${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
  const faults = SHA512.test(integrity) ? [] : [`${path} has no SHA-512 integrity`];
  return resolved === url
    ? faults
    : [...faults, `${path} is resolved at ${resolved ?? "no address"} instead of ${url}`];
}

/** npm drops packages of other platforms when it writes the lock file from one machine's installation. */
function missingPackages({ packages }: LockFile, entry: LockedPackage): string[] {
  const parts = entry.path.split(`/${FOLDER}`);
  // Node searches the package's own folder first and the project's last.
  const folders = parts.map((_, index) => `${parts.slice(0, parts.length - index).join(`/${FOLDER}`)}/`);
  return Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
    .filter(([name, version]) => {
      const nearest = [...folders, ""].find((folder) => packages[`${folder}${FOLDER}${name}`]);
      if (nearest === undefined) return true;
      // An override may replace the version of a required package, but not of a platform's.
      const isFixed = entry.optionalDependencies?.[name] !== undefined && EXACT.test(version);
      return isFixed && packages[`${nearest}${FOLDER}${name}`]?.version !== version;
    })
    .map(([name, version]) => `${entry.path} needs ${name} ${version}, which is missing`);
}

const leavesOf = (value: Overrides, name: string): [string, string][] =>
  typeof value === "string"
    ? [[name, value]]
    : Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${name}.${key}`));

/** A manifest states exact versions, and the lock file has the same. */
function manifestFaults({ packages }: LockFile, folder: string, manifest: Manifest): string[] {
  const { overrides = {} } = manifest;
  const kinds = (["dependencies", "devDependencies"] as const).map(
    (kind) => [manifest[kind] ?? {}, packages[folder]?.[kind] ?? {}] as const,
  );
  const inexact = [...kinds.flatMap(([own]) => Object.entries(own)), ...leavesOf(overrides, "overrides")]
    .filter(([, version]) => !EXACT.test(version) && !version.startsWith("$"))
    .map(([name, version]) => `${name} is asked for as ${version}, which is no exact version`);
  const strayed = kinds.flatMap(([own, locked]) =>
    Object.keys({ ...own, ...locked })
      .filter((name) => own[name] !== locked[name])
      .map(
        (name) =>
          `${name} is ${own[name] ?? "absent"} in ${join(folder, "package.json")}, ${locked[name] ?? "absent"} in the lock file`,
      ),
  );
  return [...inexact, ...strayed];
}
