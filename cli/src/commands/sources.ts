import type { Carrel, Source } from '@carrel/client';

import { agree } from '../agree.ts';
import type { DatasetPlace } from '../command-context.ts';
import { usageFailure } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { findByName } from '../find-by-name.ts';
import { counted, printable } from '../printable.ts';
import { printFailures } from '../sources/print-failures.ts';
import { followRun, lineOf, printRun } from '../sources/follow-run.ts';
import { changedSourceOf, newSourceOf } from '../sources/source-file.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine, CommandOptions } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

/** What is done with one source. */
const ACTIONS = ['run', 'approve', 'cancel', 'failures', 'delete'] as const;

/** Lists the sources of a dataset, adds one, or shows, changes, runs, approves, stops or deletes one. */
export async function sources(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<ExitCode | undefined> {
  const [dataset, name, ...others] = positionals;
  if (dataset === undefined || others.length > 0) {
    throw usageFailure('Name a dataset: carrel-cli sources <dataset> [source]');
  }
  const actions = ACTIONS.filter((each) => options[each] === true);
  if (options.file !== undefined && actions.length > 0)
    throw usageFailure(`Either --file or --${actions[0]}.`);
  if (actions.length > 1)
    throw usageFailure(`Either ${actions.map((each) => `--${each}`).join(' or ')}.`);
  if (name === undefined && actions.length > 0)
    throw usageFailure(`--${actions[0]} needs a source.`);
  const input = options.file === undefined ? undefined : await described(options.file, name);
  const client = await openOrganization(terminal, options, signal, true);
  const place = await findDataset(client, dataset);
  const context = { terminal, client, datasetId: place.id, signal };
  if (input !== undefined && 'added' in input) {
    const { id } = await client.sources.create(place.id, input.added, { signal });
    return followRun(context, id, options);
  }
  if (name === undefined) return list(terminal, client, place, options);
  const source = findByName((await client.sources.list(place.id)).sources, name, {
    one: 'source',
    many: 'sources',
    hint: `carrel-cli sources "${printable(place.name)}" lists them.`,
  });
  if (input !== undefined) {
    await client.sources.update(place.id, source.id, input.changed, { signal });
    terminal.say(`${printable(source.name)} is changed.`);
    return undefined;
  }
  const [action] = actions;
  if (action === 'run') {
    await client.sources.start(place.id, source.id, {
      everything: options.everything === true,
      signal,
    });
    return followRun(context, source.id, options);
  }
  if (action === 'approve') {
    await agreeToPlan(terminal, source, options, signal);
    await client.sources.approve(place.id, source.id, { signal });
    return followRun(context, source.id, options);
  }
  if (action === 'cancel') {
    await client.sources.cancel(place.id, source.id, { signal });
    terminal.say(`${printable(source.name)} is stopped. What it has sent stays.`);
    return undefined;
  }
  if (action === 'failures') return printFailures(context, source, options);
  if (action === 'delete') {
    const question = `Delete ${printable(source.name)}? Its documents stay.`;
    await agree({ terminal, signal, isAgreed: options.yes === true }, question, 'Add --yes.');
    await client.sources.delete(place.id, source.id, { signal });
    terminal.say(`${printable(source.name)} is deleted. Its documents stay.`);
    return undefined;
  }
  printRun(terminal, source, options);
  return undefined;
}

/** Reads a source to be added, or what is changed of the one with a name. */
const described = async (file: string, name: string | undefined) =>
  name === undefined
    ? { added: await newSourceOf(file) }
    : { changed: await changedSourceOf(file) };

async function list(
  terminal: Terminal,
  client: Carrel,
  { id, name }: DatasetPlace,
  { json }: CommandOptions,
): Promise<undefined> {
  const found = await client.sources.list(id);
  if (json === true) {
    terminal.result(JSON.stringify({ sources: found.sources, kinds: found.kinds }));
    return;
  }
  if (found.sources.length === 0) terminal.say(`${printable(name)} has no sources.`);
  for (const source of found.sources) terminal.result(lineOf(source));
}

/** Asks before a plan is carried out, and says what it does. */
async function agreeToPlan(
  terminal: Terminal,
  { name, run }: Source,
  { yes }: CommandOptions,
  signal: AbortSignal,
): Promise<void> {
  if (run?.state !== 'waiting') throw usageFailure(`No run of ${printable(name)} waits.`);
  const { added, changed, moved, removed } = run;
  const question = `Add ${counted(added, 'document')}, change ${changed}, move ${moved} and remove ${removed}?`;
  await agree({ terminal, signal, isAgreed: yes === true }, question, 'Add --yes.');
}
