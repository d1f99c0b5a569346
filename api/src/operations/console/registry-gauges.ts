import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { describeConflicts, describeRegistryProblems } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';

import type { Gauge } from '../../platform/http/metrics/metrics.ts';

/** The most characters of a problem in a label. */
const PROBLEM_MAX = 200;

/** Returns the problems of the registry as it is on the disk, and what of a valid one is left out. */
async function readProblems(folder: string): Promise<{ problems: string[]; conflicts: string[] }> {
  const text = await readFile(path.join(folder, 'registry.json'), 'utf8');
  try {
    const registry: unknown = JSON.parse(text);
    const problems = describeRegistryProblems(registry);
    const conflicts = problems.length === 0 ? describeConflicts(registry as Registry) : [];
    return { problems, conflicts };
  } catch (error) {
    return { problems: [(error as Error).message], conflicts: [] };
  }
}

const labelOf = (problem: string) =>
  `problem="${problem.slice(0, PROBLEM_MAX).replaceAll(/["\\\n]/g, "'")}"`;

/**
 * Returns the gauges of the console's registry. While it is not valid, the last one that was is in use. None
 * where the folder has no registry.
 */
export async function registryGauges(folder: string): Promise<Gauge[]> {
  const read = await readProblems(folder).catch(() => undefined);
  if (read === undefined) return [];
  const { problems, conflicts } = read;
  return [
    {
      name: 'carrel_console_registry_valid',
      help: 'Whether the registry of the console is valid; while it is not, the last valid one is used.',
      values: [['', problems.length === 0 ? 1 : 0]],
    },
    {
      name: 'carrel_console_registry_problems',
      help: 'Problems of the registry, by the first of them.',
      values: problems.slice(0, 1).map((problem) => [labelOf(problem), problems.length]),
    },
    {
      name: 'carrel_console_registry_conflicts',
      help: 'Routes and entries of remotes that are left out, by the first of them.',
      values: conflicts.slice(0, 1).map((conflict) => [labelOf(conflict), conflicts.length]),
    },
  ];
}
