import { OPERATION_NAMES } from "./operation-names";
import { TAG_GROUPS, tagOf } from "./tags";

type ListedOperation = { method: string; path: string; name: string; anchor: string };
type ListedTag = { title: string; operations: ListedOperation[] };

/** Returns the operations of the OpenAPI document by tag, without the schemas of the routes. */
export function listOperations(): ListedTag[] {
  const operations = Object.entries(OPERATION_NAMES).map(([endpoint, name]) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const tag = tagOf(path);
    return { tag, listed: { method, path, name, anchor: operationAnchor(tag, method, path) } };
  });
  return Object.values(TAG_GROUPS)
    .flatMap((tags) => Object.entries(tags))
    .map(([name, { title }]) => ({
      title,
      operations: operations.filter(({ tag }) => tag === name).map(({ listed }) => listed),
    }))
    .filter(({ operations: listed }) => listed.length > 0);
}

/** The anchor of an operation in the interactive reference, as its settings define it. */
const operationAnchor = (tag: string, method: string, path: string): string => `tag/${tag}/${method}${path}`;
