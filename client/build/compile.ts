import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "client");
const MANIFEST = join(SOURCE, "package.json");
const CONTRACT = join(ROOT, "lib/contract/");

type Manifest = { name: string; version: string; exports: Record<string, string> };

const readManifest = (): Manifest => JSON.parse(readFileSync(MANIFEST, "utf8"));
const entryFiles = (): string[] => Object.values(readManifest().exports).map((file) => join(SOURCE, file));

/** The names that programs import the package's modules by, and the module of each in a folder that it was compiled to. */
export function packedEntries(folder: string): { name: string; module: string }[] {
  const { name, exports } = readManifest();
  return Object.entries(exports).map(([entry, file]) => ({
    name: name + entry.slice(1),
    module: join(folder, builtName(file)),
  }));
}

/** An entry's compiled file, without its ending. */
const builtName = (file: string) => file.replace(/^\.\/(.*)\.ts$/, "./client/$1");

const compilerOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { compilerOptions: config.compilerOptions },
    ts.sys,
    ROOT,
  );
  return { ...options, noEmit: false, incremental: false, allowJs: false, plugins: [] };
};

/**
 * Bundlers keep every property of the `z` object, with messages in forty languages, but remove unused exports of a module
 * namespace.
 */
const [ZOD, ZOD_AS_MODULE] = ['import { z } from "zod";', 'import * as z from "zod";'];

/** The helpers of lib/contract/field-schemas.ts whose only argument is a description. */
const DESCRIBED = /^(?:baseUnits|count|unixSeconds)$/;

/** Drops what schemas say for documents alone, their names and descriptions: a fifth of a bundle. */
const withoutDescriptions: ts.TransformerFactory<ts.SourceFile> = (context) => {
  const visit = (node: ts.Node): ts.Node => {
    const isDescription =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(?:describe|meta)$/.test(node.expression.name.text);
    if (isDescription) return visit((node.expression as ts.PropertyAccessExpression).expression);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && DESCRIBED.test(node.expression.text))
      return ts.factory.updateCallExpression(node, node.expression, node.typeArguments, []);
    return ts.visitEachChild(node, visit, context);
  };
  return (source) => ts.visitEachChild(source, visit, context);
};

/**
 * Writes the package as it is packed into a folder, its types aside: every module of lib that an entry reaches as an ES
 * module of its own, so that bundlers leave out what a program does not use.
 */
export function compileModules(folder: string): void {
  const options = compilerOptions();
  const reached = new Set(entryFiles());
  for (const file of reached) {
    const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
      compilerOptions: options,
      fileName: file,
      transformers: { before: file.startsWith(CONTRACT) ? [withoutDescriptions] : [] },
    });
    const { text, imported } = withFileNames(outputText.replace(ZOD, ZOD_AS_MODULE), file);
    for (const module of imported) reached.add(module);
    write(join(folder, relative(ROOT, file).replace(/\.ts$/, ".js")), text);
  }
  write(join(folder, "README.md"), readFileSync(join(SOURCE, "README.md"), "utf8"));
  write(join(folder, "package.json"), `${JSON.stringify(packedManifest(), null, 2)}\n`);
}

/** Writes the types of what `compileModules` writes. Throws for errors of the compiler. */
export function compileTypes(folder: string): void {
  const program = ts.createProgram({
    rootNames: entryFiles(),
    options: {
      ...compilerOptions(),
      ...{ declaration: true, emitDeclarationOnly: true, rootDir: ROOT, outDir: folder },
    },
  });
  const { diagnostics } = program.emit(undefined, (file, text, _mark, _onError, sources) => {
    for (const { fileName } of sources ?? []) write(file, withFileNames(text, fileName).text);
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, formatHost));
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => "\n",
};

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Rewrites imports to file paths, which Node and browsers need. Also returns the imported files of this project. */
function withFileNames(text: string, source: string): { text: string; imported: string[] } {
  const imported: string[] = [];
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const named = importedFiles.reduceRight((rest, { fileName, pos, end }) => {
    const file = getFile(fileName, source);
    if (file === null) return rest;
    imported.push(file);
    const from = relative(dirname(source), file).replace(/\.ts$/, ".js");
    return `${rest.slice(0, pos + 1)}${from.startsWith(".") ? "" : "./"}${from}${rest.slice(end + 1)}`;
  }, text);
  return { text: named, imported };
}

/** The file of one of our modules, from the one that imports it; null for those of other packages. */
function getFile(name: string, source: string): string | null {
  if (!/^(?:@\/|\.)/.test(name)) return null;
  const path = name.startsWith("@/") ? join(ROOT, name.slice(2)) : join(dirname(source), name);
  if (!existsSync(`${path}.ts`)) throw new Error(`${source} imports ${name}, which is not a file.`);
  return `${path}.ts`;
}

/** The packed manifest names the paths of the compiled modules. */
function packedManifest() {
  const manifest = readManifest();
  const exports = Object.entries(manifest.exports).map(([entry, file]) => {
    const built = builtName(file);
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return { ...manifest, files: ["client", "lib"], exports: Object.fromEntries(exports) };
}
