import { OPERATION_NAMES } from "./operation-names";
import { getTag, TAG_GROUPS } from "./tags";

type ListedOperation = { method: string; path: string; name: string; anchor: string };
type ListedTag = { title: string; operations: ListedOperation[] };
type ListedGroup = { name: string; tags: ListedTag[] };

/** The end of the name of a deprecated operation. */
export const DEPRECATED = / \(deprecated\)$/;

/**
 * Returns the operations of the OpenAPI document by group and tag, deprecated ones last, without the schemas of the
 * routes.
 */
export function listOperations(): ListedGroup[] {
  const operations = Object.entries(OPERATION_NAMES).map(([endpoint, name]) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const tag = getTag(path);
    return { tag, listed: { method, path, name, anchor: operationAnchor(tag, method, path) } };
  });
  const listed = (tag: string): ListedOperation[] =>
    operations
      .filter((each) => each.tag === tag)
      .map((each) => each.listed)
      .sort((a, b) => Number(DEPRECATED.test(a.name)) - Number(DEPRECATED.test(b.name)));
  return Object.entries(TAG_GROUPS).map(([name, tags]) => ({
    name,
    tags: Object.entries(tags)
      .map(([tag, { title }]) => ({ title, operations: listed(tag) }))
      .filter((each) => each.operations.length > 0),
  }));
}

/** The anchor of an operation in the interactive reference, as its settings define it. */
const operationAnchor = (tag: string, method: string, path: string): string => `tag/${tag}/${method}${path}`;
