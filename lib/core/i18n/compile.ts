/**
 * A message in the format of Lingui's runtime: texts, `[name]`, and `[name, "plural", {one: …, other: …}]`.
 */
export type MessageToken =
  | string
  | [name: string]
  | [name: string, type: "plural", forms: Record<string, MessageToken[]>];

/**
 * Compiles a message with named placeholders, `{name}`, and plurals, `{count, plural, one {# leaf} other {#
 * leaves}}`, in which `#` is the count. This is the part of ICU's syntax that the messages use. Lingui's own
 * compiler supports all of the syntax, but would be most of the i18n code in the browser; tests compare both.
 * @throws {RangeError} for an unmatched brace, or for other content than a name or a plural in braces.
 */
export function compileMessage(message: string): MessageToken[] {
  const { tokens, end } = readTokens(message, 0, false);
  if (end !== message.length) throw new RangeError(`An unopened brace in "${message}"`);
  return tokens;
}

const PLACEHOLDER = /\{\s*(\w+)\s*(?:\}|,\s*plural\s*,)/y;
const FORM = /\s*(=?\w+)\s*\{/y;

type Read = { tokens: MessageToken[]; end: number };

/** Reads up to the brace that closes the current block, or to the end. */
function readTokens(message: string, start: number, inPlural: boolean): Read {
  const tokens: MessageToken[] = [];
  let at = start;
  let text = "";
  const addText = () => {
    if (text) tokens.push(text);
    text = "";
  };
  for (; at < message.length && message[at] !== "}"; ) {
    const sign = message[at] ?? "";
    if (inPlural && sign === "#") {
      addText();
      tokens.push("#");
      at++;
    } else if (sign === "{") {
      addText();
      const { token, end } = readPlaceholder(message, at);
      tokens.push(token);
      at = end;
    } else {
      text += sign;
      at++;
    }
  }
  addText();
  return { tokens, end: at };
}

function readPlaceholder(message: string, start: number): { token: MessageToken; end: number } {
  const [opening, name = ""] = matchAt(PLACEHOLDER, message, start);
  let at = start + opening.length;
  if (opening.endsWith("}")) return { token: [name], end: at };
  const forms: Record<string, MessageToken[]> = {};
  while (!/^\s*\}/.test(message.slice(at))) {
    const [head, key = ""] = matchAt(FORM, message, at);
    const { tokens, end } = readTokens(message, at + head.length, true);
    if (end >= message.length) throw new RangeError(`An unclosed brace in "${message}"`);
    forms[key.replace("=", "")] = tokens;
    at = end + 1;
  }
  return { token: [name, "plural", forms], end: message.indexOf("}", at) + 1 };
}

function matchAt(pattern: RegExp, message: string, at: number): RegExpExecArray {
  pattern.lastIndex = at;
  const found = pattern.exec(message);
  if (!found) throw new RangeError(`Neither a placeholder nor a plural in "${message}" at ${at}`);
  return found;
}
