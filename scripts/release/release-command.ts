import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { consoleFolder, REMOTES } from '../publish/built-state.ts';

/** An error in a command's arguments. */
class UsageError extends Error {}

export interface ReleaseTarget {
  name: string;
  /** The console's folder. */
  folder: string;
}

const usage = (command: string, what: string) => `Usage: pnpm ${command} <remote> [--to <folder>]

${what}

  <remote>       ${REMOTES.join(', ')}
  --to <folder>  the console that is served, as CONSOLE_DIR of its server; dist/console by default
  --help         this text
`;

function readTarget(args: string[]): ReleaseTarget | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) return undefined;
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Name one remote.');
  if (!REMOTES.includes(name)) {
    throw new UsageError(`There is no remote ${name}.`);
  }
  const folder = path.resolve(values.to ?? consoleFolder);
  if (!existsSync(path.join(folder, 'shell/release.json'))) {
    throw new Error(`${folder} holds no built console. Run "pnpm build" first, or name another.`);
  }
  return { name, folder };
}

const isUsageProblem = (error: unknown) =>
  error instanceof UsageError ||
  (error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS'));

/**
 * Runs a command on one remote of a built console. `act` returns the sentence to print at the end.
 * Errors are printed, with the usage where that helps, and set an exit code other than 0.
 */
export async function runReleaseCommand(
  command: string,
  what: string,
  act: (target: ReleaseTarget) => Promise<string>,
): Promise<void> {
  try {
    const target = readTarget(process.argv.slice(2));
    process.stdout.write(target === undefined ? usage(command, what) : `${await act(target)}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n`);
    if (isUsageProblem(error)) process.stderr.write(`\n${usage(command, what)}`);
    process.exitCode = 1;
  }
}
