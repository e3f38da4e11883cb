/** What answers a route, its own path with `:name` for each parameter, and what a path has in their places. */
export type FoundRoute<Module> = { module: Module; name: string; params: Record<string, string> };

type Node<Module> = {
  children: Map<string, Node<Module>>;
  parameter?: { name: string; node: Node<Module> };
  route?: { module: Module; name: string };
};

/** Routes by path, found as Next finds them: what is written out goes before a parameter, and letters' case counts. */
export class RouteTable<Module> {
  private readonly root: Node<Module> = emptyNode();

  /** `manifest` has paths with `{name}` for each parameter. */
  constructor(manifest: readonly (readonly [path: string, module: Module])[]) {
    for (const [path, module] of manifest) {
      const name = path.replaceAll(/\{(\w+)\}/g, ":$1");
      let node = this.root;
      for (const segment of segmentsOf(name)) node = childOf(node, segment);
      node.route = { module, name };
    }
  }

  /** The route of a path whose percent-encoding is well formed; null when there is none. */
  find(path: string): FoundRoute<Module> | null {
    const params: Record<string, string> = {};
    const route = find(this.root, segmentsOf(path), params);
    return route ? { module: route.module, name: route.name, params } : null;
  }
}

const segmentsOf = (path: string) => path.split("/").slice(1);

const emptyNode = <Module>(): Node<Module> => ({ children: new Map() });

function childOf<Module>(node: Node<Module>, segment: string): Node<Module> {
  if (segment.startsWith(":")) {
    node.parameter ??= { name: segment.slice(1), node: emptyNode() };
    return node.parameter.node;
  }
  const child: Node<Module> = node.children.get(segment) ?? emptyNode();
  node.children.set(segment, child);
  return child;
}

function find<Module>(
  node: Node<Module>,
  segments: readonly string[],
  params: Record<string, string>,
  at = 0,
): Node<Module>["route"] | null {
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
