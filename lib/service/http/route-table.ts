import type { Manifest, RouteModule } from "./openapi";

/** A route's file, its own path with `:name` for each parameter, and what a path has in their places. */
export type FoundRoute = { module: RouteModule; name: string; params: Record<string, string> };

type Node = {
  children: Map<string, Node>;
  parameter?: { name: string; node: Node };
  route?: { module: RouteModule; name: string };
};

/** Routes by path, found as Next finds them: what is written out goes before a parameter, and letters' case counts. */
export class RouteTable {
  private readonly root = emptyNode();

  constructor(manifest: Manifest) {
    for (const [path, module] of manifest) {
      const name = path.replaceAll(/\{(\w+)\}/g, ":$1");
      let node = this.root;
      for (const segment of segmentsOf(name)) node = childOf(node, segment);
      node.route = { module, name };
    }
  }

  /** The route of a path whose percent-encoding is well formed; null when there is none. */
  find(path: string): FoundRoute | null {
    const params: Record<string, string> = {};
    const route = find(this.root, segmentsOf(path), params);
    return route ? { module: route.module, name: route.name, params } : null;
  }
}

const segmentsOf = (path: string) => path.split("/").slice(1);

const emptyNode = (): Node => ({ children: new Map() });

function childOf(node: Node, segment: string): Node {
  if (segment.startsWith(":")) {
    node.parameter ??= { name: segment.slice(1), node: emptyNode() };
    return node.parameter.node;
  }
  const child = node.children.get(segment) ?? emptyNode();
  node.children.set(segment, child);
  return child;
}

function find(
  node: Node,
  segments: readonly string[],
  params: Record<string, string>,
  at = 0,
): Node["route"] | null {
  const segment = segments[at];
  if (segment === undefined) return node.route ?? null;
  const child = node.children.get(segment);
  const written = child && find(child, segments, params, at + 1);
  const { parameter } = node;
  if (written || !parameter) return written ?? null;
  const found = find(parameter.node, segments, params, at + 1);
  if (found) params[parameter.name] = segment.includes("%") ? decodeURIComponent(segment) : segment;
  return found;
}
