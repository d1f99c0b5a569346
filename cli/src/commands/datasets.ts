import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

/** Lists the datasets of an organization. */
export async function datasets(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const client = await openOrganization(terminal, options, signal);
  const list = await client.datasets.list();
  if (options.json === true) {
    terminal.result(JSON.stringify({ datasets: list }));
    return;
  }
  if (list.length === 0) terminal.say('There are no datasets in this organization.');
  for (const { id, name } of list) terminal.result(`${id}  ${printable(name)}`);
}
