import ts from "typescript";

/** Returns the English messages of a source file: of `t("…")`, `message("…")` and `<Trans id="…" />`. */
export function findMessages(tree: ts.Node): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const id = getMessageNode(node);
    if (id) found.push(...getLiterals(id));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns the expression whose text is looked up in the catalogs, if the node is a call or an element with a message. */
export function getMessageNode(node: ts.Node): ts.Expression | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    return /^(?:t|message)$/.test(node.expression.text) ? node.arguments[0] : undefined;
  }
  if (!ts.isJsxAttribute(node) || node.name.getText() !== "id") return undefined;
  const element = node.parent.parent;
  if (element.tagName.getText() !== "Trans" || !node.initializer) return undefined;
  return ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
}

/**
 * Returns the literal, or both branches of a conditional; nothing for other expressions, whose messages are marked
 * with `message`.
 */
function getLiterals(expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isParenthesizedExpression(expression)) return getLiterals(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    return [...getLiterals(expression.whenTrue), ...getLiterals(expression.whenFalse)];
  }
  return [];
}
