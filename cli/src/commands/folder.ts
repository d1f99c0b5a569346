import { usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

/** Creates a folder. */
export async function folder(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const [name, path, ...others] = positionals;
  if (name === undefined || path === undefined || others.length > 0) {
    throw usageFailure('Name a dataset and the path of a folder.');
  }
  const client = await openOrganization(terminal, options, signal, true);
  const { id } = await findDataset(client, name);
  const created = await client.moves.createFolder(id, path, { signal });
  if (options.json === true) terminal.result(JSON.stringify({ path: created }));
  else terminal.result(`${printable(created)} is created.`);
}
