import { namedPath } from '@carrel/shared/contract/archive-rules';

import { usageFailure } from '../exit-codes.ts';
import type { SyncOptions } from '../command-context.ts';
import { listOutcomes } from '../sync/print-plan.ts';
import { listFailed } from '../archives/follow-archives.ts';
import type { CommandOutcome } from '../outcome.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandOptions } from '../usage/read-options.ts';

/** Returns what a person asked for. @throws {Failure} for a path that no document may have. */
export function readSyncOptions(options: CommandOptions): SyncOptions {
  const found = namedPath((options.path ?? '').replaceAll(/^\/+|\/+$/gu, ''));
  if ('fault' in found) throw usageFailure(`--path ${found.fault}.`);
  return {
    path: found.path,
    isRemoving: options.delete === true,
    isDryRun: options['dry-run'] === true,
    isAgreed: options.yes === true,
    isVerbose: options.verbose === true,
    isJson: options.json === true,
    isWaiting: options.wait === true,
  };
}

/** Writes what was done, as a receipt or as JSON. */
export function writeOutcome(
  terminal: Terminal,
  outcome: CommandOutcome,
  options: CommandOptions,
): void {
  if (options.json === true) {
    terminal.result(JSON.stringify(outcome));
    return;
  }
  const { receipt, archives, failed } = outcome;
  if (receipt !== undefined) {
    terminal.result(`Done:\n${listOutcomes(receipt, options.verbose === true)}`);
  } else if (archives.length > 0) {
    terminal.result(`Stored as archive ${archives.join(', ')}.`);
  }
  if (failed.length > 0) {
    terminal.result(`These documents could not be processed:\n${listFailed(failed)}`);
  }
}
