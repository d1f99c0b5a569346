import { requireDatabase } from '../../platform/database/with-snapshot.ts';
import { readSettings, type Settings } from '../../platform/settings/settings.ts';
import { describeFailure } from '../health/describe-failure.ts';
import { createPrivately } from '../health/private-files.ts';
import { BackupRefused } from './backup-refused.ts';

/** A command of an operator. */
export interface Command {
  /** The word after `carrel`. */
  name: string;
  /** What follows it, and a sentence. */
  usage: string;
  /** It makes its database itself. By default there has to be one. */
  createsDatabase?: boolean;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs an operator's command with the server's settings. A failure prints the command's name and its message, and
 * the exit code is 1, as it is if `work` returns false. With `--help` it prints what it is, and does nothing.
 */
export async function runCommand(
  { name, usage, createsDatabase = false }: Command,
  work: (settings: Settings, say: (line: string) => void) => Promise<boolean>,
): Promise<void> {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    say(`Usage: carrel ${name} ${usage}`);
    return;
  }
  createPrivately();
  try {
    const settings = readSettings(process.env);
    if (!createsDatabase) requireDatabase(settings);
    process.exitCode = (await work(settings, say)) ? 0 : 1;
  } catch (error) {
    const sentence =
      error instanceof BackupRefused ? error.message : describeFailure(error, messageOf(error));
    process.stderr.write(`carrel ${name}: ${sentence}\n`);
    process.exitCode = 1;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns the file that the command line names. */
export function fileArgument(command: string): string {
  const [, , path] = process.argv;
  if (path === undefined) throw new BackupRefused(`Name the file: carrel ${command} <file>`);
  if (path.startsWith('-')) throw new BackupRefused(`There is no option ${path}.`);
  return path;
}
