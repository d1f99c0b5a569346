import type { Carrel, DocumentVersion, VersionComparison } from '@carrel/client';

import { agree } from '../agree.ts';
import { usageFailure } from '../exit-codes.ts';
import { findByName } from '../find-by-name.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

/** Lists the versions of a document, shows what changed since one, or restores or deletes one. */
export async function versions(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const [wanted, path, ...others] = positionals;
  if (wanted === undefined || path === undefined || others.length > 0) {
    throw usageFailure('Name a dataset and the path of a document.');
  }
  const from = numberOf(options.compare, '--compare');
  const restored = numberOf(options.restore, '--restore');
  const deleted = numberOf(options.delete, '--delete');
  if ([from, restored, deleted].filter((number) => number !== undefined).length > 1) {
    throw usageFailure('Only one of --compare, --restore and --delete.');
  }
  const client = await openOrganization(terminal, options, signal);
  const { id, name } = findByName(await client.datasets.list(), wanted, {
    one: 'dataset',
    many: 'datasets',
    hint: 'carrel-cli datasets lists them.',
  });
  const document = { path };
  if (restored !== undefined) {
    await agree(
      { terminal, signal, isAgreed: options.yes === true },
      `Make version ${restored} of ${printable(path)} in ${printable(name)} the current one?`,
      'Add --yes.',
    );
    const done = await client.versions.restore(id, document, restored, { signal });
    if (options.json === true) terminal.result(JSON.stringify(done));
    else if (done.outcome === 'unchanged') terminal.say('The document has these bytes already.');
    else terminal.say(`Version ${restored} is restored, and is being processed.`);
    return;
  }
  if (deleted !== undefined) {
    await agree(
      { terminal, signal, isAgreed: options.yes === true },
      `Delete version ${deleted} of ${printable(path)} in ${printable(name)}? This cannot be undone.`,
      'Add --yes.',
    );
    await client.versions.delete(id, document, deleted, { signal });
    if (options.json === true) terminal.result(JSON.stringify({ deleted }));
    else terminal.say(`Version ${deleted} is deleted.`);
    return;
  }
  if (from !== undefined) {
    const pages = await compareAll(client, id, { document, from, signal });
    if (options.json === true) terminal.result(JSON.stringify(pages));
    else terminal.result(textOf(pages));
    return;
  }
  const list = await client.versions.list(id, document, { signal });
  if (options.json === true) terminal.result(JSON.stringify({ versions: list }));
  else for (const version of list) terminal.result(lineOf(version));
}

function numberOf(text: string | boolean | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text))
    throw usageFailure(`${option} takes the number of a version.`);
  return Number(text);
}

const lineOf = ({ number, received_at, size, original, replaced_at }: DocumentVersion): string => {
  const state = replaced_at === null ? 'current' : original;
  return `${number}  ${received_at}  ${size} bytes  ${state}`;
};

/** All changes in one comparison. */
async function compareAll(
  client: Carrel,
  datasetId: string,
  { document, from, signal }: { document: { path: string }; from: number; signal: AbortSignal },
): Promise<VersionComparison> {
  const first = await client.versions.compare(datasetId, document, { from, signal });
  const parts = [...first.parts];
  for (let skip = first.next; skip !== undefined;) {
    const page = await client.versions.compare(datasetId, document, {
      from,
      to: first.to,
      skip,
      signal,
    });
    parts.push(...page.parts);
    skip = page.next;
  }
  const { next: _, ...rest } = first;
  return { ...rest, parts };
}

/** Words that went in `[-...-]`, and words that came in `{+...+}`, as other programs mark them. */
function textOf({ parts, changes }: VersionComparison): string {
  if (changes === 0) return 'No words differ.';
  return parts
    .map(({ kind, text, left_out }) => {
      const shown = text.trim().split('\n').map(printable).join('\n');
      const more = left_out === undefined ? '' : '\n...';
      if (kind === 'same') return shown + more;
      return kind === 'removed' ? `[-${shown}${more}-]` : `{+${shown}${more}+}`;
    })
    .filter((text) => text !== '')
    .join('\n');
}
