import type { Source } from '@carrel/client';

import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import type { CommandOptions } from '../usage/read-options.ts';
import type { SourceContext } from './follow-run.ts';

/** Lists the objects that could not be read or may not be written, with their reasons. */
export async function printFailures(
  { terminal, client, datasetId, signal }: SourceContext,
  { id, run }: Source,
  { json }: CommandOptions,
): Promise<ExitCode | undefined> {
  const failed = await client.sources.objects(datasetId, id, 'failed', { signal }).all();
  const error = run?.error ?? null;
  if (json === true) terminal.result(JSON.stringify({ error, failed }));
  else {
    if (error !== null) terminal.result(printable(error.message));
    for (const { path, reason = 'It failed.' } of failed) {
      terminal.result(`${printable(path)}: ${printable(reason)}`);
    }
    if (error === null && failed.length === 0) terminal.say('Nothing failed.');
  }
  return failed.length > 0 || error !== null ? EXIT.partly : undefined;
}
