import type { Carrel, DuplicateGroup, ResolvedDuplicates } from '@carrel/client';

import { agree } from '../agree.ts';
import { usageFailure } from '../exit-codes.ts';
import { counted, printable } from '../printable.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine, CommandOptions } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

const KINDS = ['equal', 'equal_text', 'nearly_equal'] as const;
const RULES = ['newest', 'oldest', 'shortest_path', 'in_folder'] as const;

type Kind = (typeof KINDS)[number];

/** What is asked for: all kinds are listed, and equal files deleted, unless another kind is named. */
interface Wanted {
  kind: Kind | undefined;
  keep: (typeof RULES)[number] | undefined;
  folder: string | undefined;
}

/** Lists documents that are alike, or deletes all of each group but one. */
export async function duplicates(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    throw usageFailure('Name a dataset: carrel-cli duplicates <dataset>');
  }
  const wanted = wantedOf(options);
  const client = await openOrganization(terminal, options, signal, wanted.keep !== undefined);
  const { id } = await findDataset(client, name);
  if (wanted.keep === undefined) await list(terminal, client, id, wanted, options);
  else await resolve({ terminal, client, id, signal }, wanted, options);
}

const isKind = (text: string): text is Kind => KINDS.some((each) => each === text);

function wantedOf({ kind, keep, folder }: CommandOptions): Wanted {
  if (kind !== undefined && !isKind(kind)) {
    throw usageFailure(`--kind is one of ${KINDS.join(', ')}.`);
  }
  const rule = RULES.find((each) => each === keep);
  if (keep !== undefined && rule === undefined) {
    throw usageFailure(`--keep is one of ${RULES.join(', ')}.`);
  }
  if ((rule === 'in_folder') !== (folder !== undefined)) {
    throw usageFailure('--keep in_folder goes with --folder, and only with it.');
  }
  return { kind, keep: rule, folder };
}

async function list(
  terminal: Terminal,
  client: Carrel,
  datasetId: string,
  { kind }: Wanted,
  { json }: CommandOptions,
): Promise<void> {
  const groups = await client.duplicates.list(datasetId, kind && { kind }).all();
  if (json === true) {
    terminal.result(JSON.stringify({ groups }));
    return;
  }
  if (groups.length === 0) terminal.say('No documents are equal or nearly equal.');
  for (const group of groups) terminal.result(describe(group));
}

function describe({ kind, documents, similarity, shown }: DuplicateGroup): string {
  const alike =
    kind === 'equal'
      ? 'equal'
      : kind === 'equal_text'
        ? 'with the same text'
        : `nearly equal, about ${similarity}%`;
  const more = documents - shown.length;
  return [
    `${counted(documents, 'document')}, ${alike}`,
    ...shown.map(({ path }) => `  ${printable(path)}`),
    ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
  ].join('\n');
}

interface Place {
  terminal: Terminal;
  client: Carrel;
  id: string;
  signal: AbortSignal;
}

async function resolve(
  { terminal, client, id, signal }: Place,
  { kind = 'equal', keep, folder }: Wanted,
  options: CommandOptions,
): Promise<void> {
  const { read_at: seenAt } = await client.duplicates.overview(id);
  const input = { kind, keep, ...(folder !== undefined && { folder }), seen_at: seenAt };
  const plan = await client.duplicates.resolve(id, { ...input, dry_run: true });
  if (options['dry-run'] === true || plan.deleted === 0) {
    report(terminal, plan, options, 'would be deleted');
    return;
  }
  const question = `Delete ${counted(plan.deleted, 'document')} of ${counted(plan.groups, 'group')}?`;
  await agree({ terminal, signal, isAgreed: options.yes === true }, question, 'Add --yes.');
  const done = await client.duplicates.resolve(id, input);
  report(terminal, done, options, 'deleted');
}

function report(
  terminal: Terminal,
  done: ResolvedDuplicates,
  { json }: CommandOptions,
  what: string,
): void {
  if (json === true) {
    terminal.result(JSON.stringify(done));
    return;
  }
  const { deleted, inside, skipped, is_more: isMore } = done;
  terminal.result(`${counted(deleted, 'document')} ${what}.`);
  if (inside > 0) terminal.say(`${counted(inside, 'document')} inside of others stay.`);
  if (skipped > 0) terminal.say(`${counted(skipped, 'document')} stay: changed, or none to keep.`);
  if (isMore === true) terminal.say('Groups are left: run it again.');
}
