import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { describeConflicts, describeRegistryProblems } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';

const USAGE = `Usage: check-registry [folder]

Checks the registry of a built console: whether it is valid, and which routes and entries of its remotes are
left out. Without a folder, that of CONSOLE_DIR, or dist/console. Exits with 1 where there is something to say.
`;

/** Returns the problems of the registry in a folder, one line each. */
async function check(folder: string): Promise<string[]> {
  const file = path.join(folder, 'registry.json');
  let registry: unknown;
  try {
    registry = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    return [`${file} cannot be read: ${(error as Error).message}`];
  }
  const problems = describeRegistryProblems(registry);
  return problems.length > 0 ? problems : describeConflicts(registry as Registry);
}

const args = process.argv.slice(2);
if (args.length > 1 || args[0]?.startsWith('-') === true) {
  process.stdout.write(USAGE);
  process.exitCode = args[0] === '--help' ? 0 : 2;
} else {
  const built = path.resolve(import.meta.dirname, '../../dist/console');
  const folder = path.resolve(args[0] ?? process.env['CONSOLE_DIR'] ?? built);
  const lines = await check(folder);
  process.stdout.write(lines.length === 0 ? 'The registry is valid.\n' : `${lines.join('\n')}\n`);
  process.exitCode = lines.length === 0 ? 0 : 1;
}
