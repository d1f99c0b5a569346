import { datasetListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

/** Lists the datasets of an organization. */
export async function datasets(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const { client, organizationId } = await openOrganization(options, signal);
  const call = { path: apiPaths.datasets(), organizationId };
  const list = await client.json(datasetListSchema, call);
  if (options.json === true) {
    terminal.result(JSON.stringify(list));
    return;
  }
  if (list.datasets.length === 0) terminal.say('There are no datasets in this organization.');
  for (const { id, name } of list.datasets) terminal.result(`${id}  ${printable(name)}`);
}
