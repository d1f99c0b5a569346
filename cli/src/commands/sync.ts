import { realpath } from 'node:fs/promises';
import path from 'node:path';

import { EXIT, Failure, usageFailure } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { failureOf } from '../failure-of.ts';
import { findFiles } from '../files/find-files.ts';
import type { CommandContext, SyncOptions } from '../command-context.ts';
import type { CommandOutcome } from '../outcome.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import { syncFiles } from '../sync/sync-files.ts';
import { counted } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { watchFolder } from '../watch/watch-folder.ts';
import { openOrganization } from './open-organization.ts';
import { readSyncOptions, writeOutcome } from './read-sync-options.ts';

/** Makes a dataset what a folder is. */
export async function sync(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<ExitCode> {
  const [named, dataset, ...others] = positionals;
  if (named === undefined || dataset === undefined || others.length > 0) {
    throw usageFailure('Name a folder and a dataset: carrel-cli sync <folder> <dataset>');
  }
  const syncOptions = readSyncOptions(options);
  if (options.watch === true && syncOptions.isDryRun) {
    throw usageFailure('--watch and --dry-run exclude each other.');
  }
  const folder = await realpath(named).catch(() => path.resolve(named));
  const client = await openOrganization(terminal, options, signal);
  const place = await findDataset(client, dataset);
  const context = { client, terminal, place, hashes: new Map(), signal };
  const run = async (current: SyncOptions) => {
    const outcome = await syncFolder(context, folder, current);
    writeOutcome(terminal, outcome, options);
    return outcome.exit_code;
  };
  if (options.watch !== true) return run(syncOptions);
  const changes = watchFolder(folder, terminal, signal);
  await run(syncOptions);
  for (;;) {
    terminal.say(`Watching ${folder}. Control-C ends it.`);
    await changes.next(signal).catch((error: unknown) => {
      throw signal.aborted ? new Failure('Ended.', EXIT.done, { cause: error }) : error;
    });
    // The first plan was agreed to, and this is what was asked for.
    await run({ ...syncOptions, isAgreed: true }).catch((error: unknown) => {
      if (signal.aborted || !mayPass(failureOf(error))) throw error;
      terminal.say(`${(error as Error).message} The next change is another try.`);
    });
  }
}

/** Whether a failure may be gone at the next change. */
const mayPass = (error: unknown) => error instanceof Failure && error.exitCode === EXIT.failed;

async function syncFolder(
  context: CommandContext,
  folder: string,
  options: SyncOptions,
): Promise<CommandOutcome> {
  const { terminal, signal } = context;
  const found = await findFiles(folder, signal, (count) => {
    terminal.progress(`Looking for files: ${counted(count, 'file')}`);
  });
  return syncFiles(context, found, path.basename(folder) || 'files', options);
}
