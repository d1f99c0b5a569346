import { describeFailure } from '../health/describe-failure.ts';
import { createPrivately } from '../health/private-files.ts';
import { readSettings, type Settings } from '../../platform/settings/settings.ts';
import { BackupRefused } from './backup-refused.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs an operator's command with the server's settings. A failure prints its message, and the exit code
 * is 1, as it is if `work` returns false.
 */
export async function runCommand(
  work: (settings: Settings, say: (line: string) => void) => Promise<boolean>,
): Promise<void> {
  createPrivately();
  try {
    process.exitCode = (await work(readSettings(process.env), say)) ? 0 : 1;
  } catch (error) {
    const sentence = error instanceof BackupRefused ? error.message : describeFailure(error);
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

/** Returns the file that the command line names. */
export function fileArgument(command: string): string {
  const [, , path] = process.argv;
  if (path === undefined) throw new BackupRefused(`Name the file: ${command} <file>`);
  return path;
}
