import { join } from "node:path";
import ts from "typescript";
import { packedEntries } from "./compile";

const TYPES = join(import.meta.dirname, "../../node_modules/@types");

/** The compiled package, and programs in Node that use it, as another project's strict compiler sees them. */
export function checkedProgram(folder: string, users: readonly string[] = []): ts.Program {
  return ts.createProgram({
    rootNames: [...packedEntries(folder).map(({ module }) => `${module}.d.ts`), ...users],
    options: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      ...{
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: users.length > 0 ? ["node"] : [],
        typeRoots: [TYPES],
      },
    },
  });
}
