import type {
  Carrel,
  ChangedChunks,
  ChunkReference,
  DocumentChunk,
  DocumentChunkChange,
} from '@carrel/client';

import { Failure, usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import { readInput } from '../read-input.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine, CommandOptions } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

/** What is done to a chunk, of which only one at a time can be. */
const ACTS = ['edit', 'off', 'on', 'split', 'join', 'restore'] as const;

interface Wanted {
  act: (typeof ACTS)[number];
  number: number;
  text: string | undefined;
  at: number | undefined;
}

/** Lists the chunks of a document, or what people changed of them, or changes one. */
export async function chunks(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const [name, path, ...others] = positionals;
  if (name === undefined || path === undefined || others.length > 0) {
    throw usageFailure('Name a dataset and the path of a document.');
  }
  const wanted = await wantedOf(options);
  const client = await openOrganization(terminal, options, signal);
  const { id: datasetId } = await findDataset(client, name);
  const { id: documentId } = await client.documents.get(datasetId, { path }, { signal });
  if (wanted !== undefined) {
    const done = await change(client, { datasetId, documentId }, wanted, signal);
    if (options.json === true) terminal.result(JSON.stringify(done));
    else for (const chunk of done.chunks) terminal.result(lineOf(chunk));
  } else if (options.changes === true) {
    const list = await client.chunks.changes(datasetId, documentId, { signal });
    if (options.json === true) terminal.result(JSON.stringify({ changes: list }));
    else if (list.length === 0) terminal.say('Nobody has changed a chunk of this document.');
    else for (const each of list) terminal.result(changeLine(each));
  } else {
    const list = await client.documents
      .chunks(datasetId, documentId, { signal, etags: true })
      .all();
    if (options.json === true) terminal.result(JSON.stringify({ chunks: list }));
    else for (const chunk of list) terminal.result(lineOf(chunk));
  }
}

async function wantedOf(options: CommandOptions): Promise<Wanted | undefined> {
  const [act, ...others] = ACTS.filter((each) => options[each] !== undefined);
  if (others.length > 0) throw usageFailure(`Either --${act} or --${others.join(' or --')}.`);
  if ((act === 'edit') !== (options.file !== undefined)) {
    throw usageFailure('--edit goes with --file, and only with it.');
  }
  if ((act === 'split') !== (options.at !== undefined)) {
    throw usageFailure('--split goes with --at, and only with it.');
  }
  if (act === undefined) return undefined;
  return {
    act,
    number: numberOf(options[act], `--${act} takes the number of a chunk.`),
    text: options.file === undefined ? undefined : await readInput(options.file),
    at: options.at === undefined ? undefined : numberOf(options.at, '--at takes a number.'),
  };
}

function numberOf(text: string | undefined, otherwise: string): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) throw usageFailure(otherwise);
  return Number(text);
}

async function change(
  client: Carrel,
  document: Pick<ChunkReference, 'datasetId' | 'documentId'>,
  { act, number, text = '', at = 0 }: Wanted,
  signal: AbortSignal,
): Promise<ChangedChunks> {
  const chunk = { ...document, number };
  if (act === 'edit') return client.chunks.change(chunk, { text }, { signal });
  if (act === 'off' || act === 'on') {
    return client.chunks.change(chunk, { off: act === 'off' }, { signal });
  }
  if (act === 'split') return client.chunks.split(chunk, at, { signal });
  if (act === 'restore') return client.chunks.restore(chunk, { signal });
  const { datasetId, documentId } = document;
  const read = await client.documents.chunks(datasetId, documentId, { signal, etags: true }).all();
  const [first, next] = [number, number + 1].map((each) => read[each]?.etag ?? undefined);
  if (next === undefined) throw new Failure(`There is no chunk after ${number}.`);
  return client.chunks.join({ ...chunk, etag: first }, next, { signal });
}

/** The number, what was changed, and the text on one line. */
function lineOf({ number, text, off, change: changed }: DocumentChunk): string {
  const kinds = new Set([...(off === true ? ['off'] : []), ...(changed?.kinds ?? [])]);
  const state = kinds.size === 0 ? '' : `  (${[...kinds].join(', ')})`;
  return `${number}${state}  ${printable(text.replaceAll(/\s+/g, ' '))}`;
}

function changeLine({ number, kinds, passage }: DocumentChunkChange): string {
  const where = number === null ? 'lost' : String(number);
  return `${where}  (${kinds.join(', ')})  ${printable(passage.replaceAll(/\s+/g, ' '))}`;
}
