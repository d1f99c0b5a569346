import { isTest, pathOf, type Import } from './read-imports.ts';

type Edges = Map<string, Set<string>>;

/** Returns, by the deepest folder that holds both files of an import, which child of it imports from which. */
function edgesOf(imports: readonly Import[]): Map<string, Edges> {
  const folders = new Map<string, Edges>();
  for (const one of imports) {
    const from = one.file.split('/');
    const to = pathOf(one).split('/');
    const depth = from.findIndex((part, index) => part !== to[index]);
    const [importer, imported] = [from[depth], to[depth]];
    if (depth < 1 || importer === undefined || imported === undefined) continue;
    const folder = from.slice(0, depth).join('/');
    const edges = folders.get(folder) ?? new Map<string, Set<string>>();
    folders.set(folder, edges);
    edges.set(importer, (edges.get(importer) ?? new Set()).add(imported));
  }
  return folders;
}

/** Returns what can be reached from a child, by imports of its siblings. */
function reachedFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const left = [start];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    for (const next of edges.get(each) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      left.push(next);
    }
  }
  return reached;
}

/** Returns the groups of children that import each other, directly or by way of others of the group. */
function knotsOf(edges: Edges): string[][] {
  const reached = new Map([...edges.keys()].map((child) => [child, reachedFrom(child, edges)]));
  const knots = new Map<string, string[]>();
  for (const [child, others] of reached) {
    if (!others.has(child)) continue;
    const knot = [...others].filter((other) => reached.get(other)?.has(child) === true).toSorted();
    knots.set(knot.join(' '), knot);
  }
  return [...knots.values()].toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
}

/** Returns the knots of sibling folders and files, by the folder that they are in. Imports of tests do not count. */
export function findKnots(imports: readonly Import[]): Record<string, string[][]> {
  const relative = imports.filter(({ file, from }) => from.startsWith('.') && !isTest(file));
  return Object.fromEntries(
    [...edgesOf(relative)]
      .map(([folder, edges]) => [folder, knotsOf(edges)] as const)
      .filter(([, knots]) => knots.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns the relative imports that leave their package, as "from to", each pair once with their number. Tests count. */
export function crossings(imports: readonly Import[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const one of imports) {
    if (!one.from.startsWith('.')) continue;
    const [from, to] = [one.file, pathOf(one)].map((file) => file.split('/')[0] ?? '');
    if (from === to || to === undefined || to.includes('.')) continue;
    counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
