type Versions = Record<string, string>;
type Entry = Partial<
  Record<"name" | "version" | "resolved" | "integrity" | "license", string> &
    Record<"dev" | "inBundle" | "link" | "hasInstallScript", boolean> &
    Record<"dependencies" | "optionalDependencies", Versions>
>;
type Overrides = { [name: string]: string | Overrides };
type Manifest = Pick<Entry, "dependencies"> & {
  devDependencies?: Versions;
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

const getEntries = ({ packages }: LockFile): LockedPackage[] =>
  Object.entries(packages).map(([path, entry]) => {
    return { ...entry, path, name: entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length) };
  });

/** Returns every package but the project's own. An alias has the name of the package that it stands for. */
export const lockedPackages = (lock: LockFile): LockedPackage[] =>
  getEntries(lock).filter(({ path, link }) => path.includes(FOLDER) && !link);

/** Returns a sentence for each entry that machines could install differently, or without a check of its content. */
export function findLockFileErrors(lock: LockFile, manifests: Manifests): string[] {
  const all = getEntries(lock);
  // npm installs a folder without a hash, so only workspaces may be folders.
  const folders = all.flatMap(({ path, link, resolved }) =>
    link || !path.includes(FOLDER) ? [(link && resolved) || path] : [],
  );
  return [
    ...Object.values(manifests).flatMap(inexactVersions),
    ...all.flatMap((entry) => missingPackages(lock, entry)),
    ...folders.filter((folder) => !manifests[folder]).map((folder) => `${folder} is not a workspace`),
    ...lockedPackages(lock).flatMap(findEntryErrors),
  ];
}

function findEntryErrors({ path, name, version = "", inBundle, integrity = "", resolved }: LockedPackage) {
  if (!EXACT.test(version)) return [`${path} has no exact version`];
  // The hash of the package that bundles this one covers it.
  if (inBundle) return [];
  const url = `https://registry.npmjs.org/${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
  return [
    ...(SHA512.test(integrity) ? [] : [`${path} has no SHA-512 integrity`]),
    ...(resolved === url ? [] : [`${path} is resolved at ${resolved ?? "no address"} instead of ${url}`]),
  ];
}

/** npm drops packages of other platforms when it writes the lock file from one machine's installation. */
function missingPackages({ packages }: LockFile, { path, ...entry }: LockedPackage): string[] {
  // Node searches the package's own folder first and the project's last.
  const parts = path.split(`/${FOLDER}`);
  const folders = parts.map((_, index) => `${parts.slice(0, parts.length - index).join(`/${FOLDER}`)}/`);
  return Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
    .filter(([name, version]) => {
      const nearest = [...folders, ""].map((folder) => packages[`${folder}${FOLDER}${name}`]).find(Boolean);
      // An override may replace the version of a required package, but not of a platform's.
      const isFixed = entry.optionalDependencies?.[name] !== undefined && EXACT.test(version);
      return !nearest || (isFixed && nearest.version !== version);
    })
    .map(([name, version]) => `${path} needs ${name} ${version}, which is missing`);
}

const getVersions = (overrides: Overrides): [string, string][] =>
  Object.entries(overrides).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : getVersions(value),
  );

const inexactVersions = ({ dependencies = {}, devDependencies = {}, overrides = {} }: Manifest): string[] =>
  [dependencies, devDependencies, overrides]
    .flatMap(getVersions)
    .filter(([, version]) => !EXACT.test(version) && !version.startsWith("$"))
    .map(([name, version]) => `${name} is required as ${version}, which is not an exact version`);
