import { shownName } from '@carrel/shared/contract';

import type { FacetValue } from './facet-group.tsx';

interface Folder {
  path: string;
  name: string;
  count: number;
  below: Map<string, Folder>;
}

/**
 * Returns folders as the rows of a tree: below its folder each, with counts that add up. Folders that only lead
 * to one other are one row with it.
 */
export function folderRows(
  folders: readonly { path: string; count: number }[],
  chosen: readonly string[],
  isCounted: boolean,
): FacetValue[] {
  const top: Folder['below'] = new Map();
  const counted = new Set(folders.map(({ path }) => path));
  const missing = chosen.filter((path) => !counted.has(path));
  for (const { path, count } of [...folders, ...missing.map((path) => ({ path, count: 0 }))]) {
    let below = top;
    let at = '';
    for (const name of path.split('/').filter(Boolean)) {
      at = at === '' ? name : `${at}/${name}`;
      const folder = below.get(name) ?? { path: at, name, count: 0, below: new Map() };
      folder.count += count;
      below.set(name, folder);
      below = folder.below;
    }
  }
  const isRow = new Set([...counted, ...missing]);
  const rows: FacetValue[] = [];
  addRows(rows, top, 0, { isRow, isCounted });
  return rows;
}

function addRows(
  rows: FacetValue[],
  folders: Folder['below'],
  depth: number,
  options: { isRow: ReadonlySet<string>; isCounted: boolean },
): void {
  for (const first of [...folders.values()].toSorted((a, b) => b.count - a.count)) {
    let folder = first;
    let label = first.name;
    for (;;) {
      const [only, ...others] = folder.below.values();
      if (only === undefined || others.length > 0 || options.isRow.has(folder.path)) break;
      folder = only;
      label += `/${only.name}`;
    }
    const count = options.isCounted ? folder.count : undefined;
    rows.push({ value: folder.path, label: shownName(label), count, depth });
    addRows(rows, folder.below, depth + 1, options);
  }
}

/** Returns the chosen folders after a click on one: those above and below it would say the same or less. */
export function toggledFolders(chosen: readonly string[], path: string, isChosen: boolean) {
  const others = chosen.filter((other) => other !== path);
  if (!isChosen) return others;
  const isApart = (other: string) => !other.startsWith(`${path}/`) && !path.startsWith(`${other}/`);
  return [...others.filter(isApart), path];
}
