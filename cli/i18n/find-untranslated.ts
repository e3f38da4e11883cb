import ts from "typescript";
import { getMessageNode } from "./find-messages";

/** Attributes and properties with text for people, including screen readers. */
const READ =
  /^(?:aria-label|aria-description|alt|aside|caption|change|children|description|done|heading|hint|label|note|placeholder|sentence|summary|text|title)$/;
/** A text of more than one word that begins with a capital letter. */
const SENTENCE = /^[^\p{L}]*\p{Lu}\p{L}*[’']?\p{L}*[,:;.]? \p{L}/u;
const LETTERS = /\p{L}/u;
/** Names, units and signs, which are the same in every language. */
const SAME_EVERYWHERE =
  /^[^\p{L}]*(?:Vesting Index|Solana|SOL|wSOL|DEMO|UTC|CSV|JSON|API|QR|URL|USDC|npm run [\w-]+|Mobile Wallet Adapter|[a-z]+@example\.com|[a-z]+:\/\/\S*)?[^\p{L}]*$/u;

export type UntranslatedText = { line: number; text: string };

/** Texts for people in a component's file that do not come from the catalogs. */
export function findUntranslated(tree: ts.SourceFile): UntranslatedText[] {
  const found: UntranslatedText[] = [];
  const add = (node: ts.Node, text: string) => {
    if (SAME_EVERYWHERE.test(text)) return;
    found.push({ line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: text.trim() });
  };
  const visit = (node: ts.Node, isRead: boolean): void => {
    const id = getMessageNode(node);
    if (isNotUserText(node) || (id && ts.isJsxAttribute(node))) return;
    const text = getText(node);
    const isText = isRead || ts.isJsxText(node) ? LETTERS : SENTENCE;
    if (text !== undefined && isText.test(text)) add(node, text);
    ts.forEachChild(node, (child) => {
      if (child !== id) visit(child, readsOn(node, child, isRead));
    });
  };
  visit(tree, false);
  return found;
}

/** Returns the literal text of a node; for a template, without its placeholders. */
function getText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" ");
}

/** Returns whether a node has no text for users: types, module paths and errors for developers. */
const isNotUserText = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isThrowStatement(node) ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()));

/** Returns whether a literal at this position is shown to users, by the attribute, property or expression around it. */
function readsOn(node: ts.Node, child: ts.Node, isRead: boolean): boolean {
  if (ts.isJsxAttribute(node)) return READ.test(node.name.getText());
  if (ts.isPropertyAssignment(node)) return READ.test(node.name.getText().replaceAll('"', ""));
  if (ts.isJsxExpression(node)) return ts.isJsxAttribute(node.parent) ? isRead : true;
  if (ts.isConditionalExpression(node)) return isRead && child !== node.condition;
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isChoice =
      kind === ts.SyntaxKind.QuestionQuestionToken ||
      kind === ts.SyntaxKind.BarBarToken ||
      (kind === ts.SyntaxKind.AmpersandAmpersandToken && child === node.right);
    return isRead && (isChoice || kind === ts.SyntaxKind.PlusToken);
  }
  return isRead && (ts.isParenthesizedExpression(node) || ts.isTemplateExpression(node));
}
