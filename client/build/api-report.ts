import ts from "typescript";
import { packedEntries } from "./compile";

/** The entry modules of a compiled package, as `checker` has them. */
type Compiled = { program: ts.Program; folder: string };

const HEAD = `# Public interface of the client package

Written by \`npm run client:api\` from the types as they are packed, and compared with them by the tests. A change here
changes the interface for users of the package. Names by themselves are exported; those under "Named by these" only appear in
the types of others.
`;

/** The package's interface in text: the names of each entry, then every declaration that they lead to, without comments. */
export function apiReport({ program, folder }: Compiled): string {
  const checker = program.getTypeChecker();
  const exported = new Map<ts.Symbol, string>();
  const lists = packedEntries(folder).map(({ name, module }) => {
    const source = program.getSourceFile(`${module}.d.ts`);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`${name} is not compiled.`);
    const symbols = checker.getExportsOfModule(symbol);
    for (const declaration of symbols) exported.set(resolved(declaration, checker), declaration.name);
    const names = symbols.map((item) => item.name).sort();
    return `## ${name}\n\n${names.join(", ")}\n`;
  });
  const reached = reachedFrom([...exported.keys()], { checker, folder });
  const texts = reached.map((symbol) => ({
    name: exported.get(symbol) ?? symbol.name,
    isExported: exported.has(symbol),
    text: (symbol.declarations ?? []).map(declarationText).join("\n"),
  }));
  texts.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.text < b.text ? -1 : 1));
  const block = (isExported: boolean) =>
    `\`\`\`ts\n${texts
      .filter((item) => item.isExported === isExported)
      .map(({ text }) => text)
      .join("\n\n")}\n\`\`\`\n`;
  return [HEAD, ...lists, "## Declarations\n", block(true), "## Named by these\n", block(false)].join("\n");
}

const resolved = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** Returns the symbols and all symbols of this package that their declarations reference. */
function reachedFrom(
  symbols: readonly ts.Symbol[],
  { checker, folder }: { checker: ts.TypeChecker; folder: string },
): ts.Symbol[] {
  const reached = new Set(symbols);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      const symbol = found && resolved(found, checker);
      if (symbol && isTopLevel(symbol, folder)) reached.add(symbol);
    }
    ts.forEachChild(node, visit);
  };
  for (const symbol of reached) for (const declaration of symbol.declarations ?? []) visit(declaration);
  return [...reached];
}

/** The folders of the package that are compiled. */
const OURS = ["client", "lib"];

const isTopLevel = ({ declarations = [] }: ts.Symbol, folder: string): boolean =>
  declarations.some((declaration) => {
    const { parent } = getStatement(declaration);
    return (
      parent &&
      ts.isSourceFile(parent) &&
      OURS.some((area) => parent.fileName.startsWith(`${folder}/${area}/`))
    );
  });

/** A variable is declared by a statement around it. */
const getStatement = (declaration: ts.Declaration): ts.Node =>
  ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;

const printer = ts.createPrinter({ removeComments: true });

const declarationText = (declaration: ts.Declaration): string =>
  printer.printNode(ts.EmitHint.Unspecified, getStatement(declaration), declaration.getSourceFile());
