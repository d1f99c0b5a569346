import type { Lockfile } from './read-lockfile.ts';

/** An installed package in npm's lockfile. */
export interface ShrinkwrapEntry {
  version: string;
  integrity?: string;
  optional?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Entries keyed by their folders, such as `node_modules/a/node_modules/b`. */
export type ShrinkwrapEntries = Record<string, ShrinkwrapEntry>;

interface Placed {
  folder: string;
  /** The key of the package in the lockfile. */
  key: string;
  isOptional: boolean;
}

const withoutPeers = (version: string) => version.replace(/\(.*$/, '');
const nameOf = (key: string) => key.slice(0, key.indexOf('@', 1));

/** The folders in which Node.js looks for a package that a module in `folder` imports, the nearest first. */
function* lookUp(folder: string): Generator<string> {
  let at = folder;
  while (at !== '') {
    yield at;
    const end = at.lastIndexOf('/node_modules/');
    at = end === -1 ? '' : at.slice(0, end);
  }
  yield '';
}

const inside = (folder: string, name: string) =>
  `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;

/**
 * Returns npm's form of the versions that pnpm has locked for some packages, and for all that they depend on: the
 * first version of a package is in the outer folder, others below the packages that need them.
 */
export function shrinkwrap(lockfile: Lockfile, direct: Record<string, string>): ShrinkwrapEntries {
  const placed = new Map<string, Placed>();
  const pending: Placed[] = [];

  const place = (folder: string, name: string, version: string, isOptional: boolean): void => {
    const key = `${name}@${version}`;
    if (!(key in lockfile.snapshots)) throw new Error(`The lockfile has no ${key}.`);
    for (const at of lookUp(folder)) {
      const found = placed.get(inside(at, name));
      if (found?.key === key) {
        if (found.isOptional && !isOptional) {
          found.isOptional = false;
          pending.push(found);
        }
        return;
      }
      if (found !== undefined) break;
      if (at !== '') continue;
      folder = '';
    }
    const one = { folder: inside(folder, name), key, isOptional };
    placed.set(one.folder, one);
    pending.push(one);
  };

  for (const [name, version] of Object.entries(direct)) place('', name, version, false);
  for (let one = pending.shift(); one !== undefined; one = pending.shift()) {
    const { dependencies, optionalDependencies } = dependenciesOf(lockfile, one.key);
    for (const [name, version] of Object.entries(dependencies)) {
      place(one.folder, name, version, one.isOptional);
    }
    for (const [name, version] of Object.entries(optionalDependencies)) {
      place(one.folder, name, version, true);
    }
  }
  return Object.fromEntries(
    [...placed.values()]
      .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
      .map((one) => [one.folder, entryOf(lockfile, one)]),
  );
}

/** Peers that may be absent are left out: they are types. */
function dependenciesOf(lockfile: Lockfile, key: string) {
  const peers = lockfile.packages[withoutPeers(key)]?.peerDependenciesMeta ?? {};
  const wanted = (list: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(list).filter(([name]) => peers[name]?.optional !== true));
  const { dependencies, optionalDependencies } = lockfile.snapshots[key] ?? {};
  return {
    dependencies: wanted(dependencies),
    optionalDependencies: wanted(optionalDependencies),
  };
}

function entryOf(lockfile: Lockfile, { key, isOptional }: Placed): ShrinkwrapEntry {
  const plain = withoutPeers(key);
  const { resolution, os, cpu, libc } = lockfile.packages[plain] ?? {};
  const { dependencies, optionalDependencies } = dependenciesOf(lockfile, key);
  const versions = (list: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(list).map(([name, version]) => [name, withoutPeers(version)]),
    );
  return {
    version: plain.slice(nameOf(plain).length + 1),
    ...(resolution?.integrity !== undefined && { integrity: resolution.integrity }),
    ...(isOptional && { optional: true as const }),
    ...(os && { os }),
    ...(cpu && { cpu }),
    ...(libc && { libc }),
    ...(Object.keys(dependencies).length > 0 && { dependencies: versions(dependencies) }),
    ...(Object.keys(optionalDependencies).length > 0 && {
      optionalDependencies: versions(optionalDependencies),
    }),
  };
}
