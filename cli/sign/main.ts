import { createInterface } from "node:readline/promises";
import { print } from "@/cli/terminal";
import { signFile } from "./sign";

const prompt = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

/** npm run sign -- exported.json --key id.json: shows an exported transaction and signs it, without a network. */
process.exitCode = await signFile(process.argv.slice(2), { print, prompt });
