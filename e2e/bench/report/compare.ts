import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '@carrel/scripts/publish/built-state.ts';
import { median } from './bench-row.ts';
import type { BenchRow, Unit } from './bench-row.ts';
import { table } from './report.ts';
import type { Measured } from './report.ts';

const ROUNDS = 3;

interface Tree {
  commit: string;
  folder: string;
}

const run = (folder: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

/** Checks out a commit into a work tree of its own, and installs it. */
function checkOut(ref: string, say: (text: string) => void): Tree {
  const found = execFileSync('git', ['rev-parse', '--short', `${ref}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  const commit = found.trim();
  const folder = path.join(root, 'dist/compare', commit);
  say(`Building ${ref} (${commit}) ...`);
  // A run that was ended may have left one.
  rmSync(folder, { recursive: true, force: true });
  run(root, 'git', 'worktree', 'prune');
  run(root, 'git', 'worktree', 'add', '--force', '--detach', folder, commit);
  run(folder, 'npx', '-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline');
  return { commit, folder };
}

const remove = ({ folder }: Tree) => run(root, 'git', 'worktree', 'remove', '--force', folder);

async function measure({ folder }: Tree, group: string): Promise<BenchRow[]> {
  // Runs the commit's own script, which also builds.
  run(folder, 'npx', '-y', 'pnpm@12', 'bench', group);
  const stored = `benchmarks/${group}.json`;
  // Earlier commits have their reports beside the guides.
  const kept = await readFile(path.join(folder, 'docs/reports', stored), 'utf8').catch(() =>
    readFile(path.join(folder, 'docs', stored), 'utf8'),
  );
  return (JSON.parse(kept) as Measured).rows;
}

/** Figures by row and commit, in the order they were measured. */
class Figures {
  readonly #rows = new Map<string, { unit: Unit; before: number[]; now: number[] }>();

  add(group: string, rows: readonly BenchRow[], side: 'before' | 'now'): void {
    for (const { what, unit, value } of rows) {
      const name = `${group}: ${what}`;
      const known = this.#rows.get(name) ?? { unit, before: [], now: [] };
      known[side].push(value);
      this.#rows.set(name, known);
    }
  }

  /** Returns the medians of the rows that both commits have, the later compared with the earlier. */
  compared(before: string): BenchRow[] {
    return [...this.#rows]
      .filter(([, figures]) => figures.before.length > 0 && figures.now.length > 0)
      .map(([what, { unit, before: earlier, now }]) => ({
        what,
        value: median(now),
        unit,
        against: { what: before, value: median(earlier) },
      }));
  }
}

/**
 * Measures groups of the benchmarks on the current commit and on another, interleaved, and prints the
 * comparison. Stores nothing.
 */
export async function compare(
  ref: string,
  groups: readonly string[],
  say: (text: string) => void,
): Promise<void> {
  const trees: Tree[] = [];
  const figures = new Figures();
  try {
    for (const wanted of [ref, 'HEAD']) trees.push(checkOut(wanted, say));
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const group of groups) {
        for (const [index, tree] of trees.entries()) {
          say(`Round ${round} of ${ROUNDS}: ${group} of ${tree.commit} ...`);
          figures.add(group, await measure(tree, group), index === 0 ? 'before' : 'now');
        }
      }
    }
  } finally {
    trees.forEach(remove);
  }
  say(`\n${table(figures.compared(trees[0]?.commit ?? ref))}`);
}
