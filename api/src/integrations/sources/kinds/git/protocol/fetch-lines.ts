import type { Advertisement } from './advertisement.ts';
import type { PacketLine } from './packet-lines.ts';

export interface FetchRequest {
  wants: readonly string[];
  /** A commit with its folders and files, with its folders only where the server can, or single files. */
  what: 'files' | 'folders' | 'blobs';
  /** Of the pack, at most. */
  bytesMax: number;
}

export const AGENT = 'agent=carrel';
/** What is asked for in version 0 where the server offers it. Some servers insist on `multi_ack`. */
const ASKED = ['multi_ack', 'side-band-64k', 'ofs-delta', 'no-progress', 'filter', 'shallow'];

const FLUSH = { separator: 'flush' } as const;

/** A request for objects. */
export function fetchLines(
  { wants, what }: FetchRequest,
  { version, canBeShallow, canFilter, hash, offers }: Advertisement,
): PacketLine[] {
  const depth = canBeShallow && what !== 'blobs' ? ['deepen 1'] : [];
  const filter = canFilter && what === 'folders' ? ['filter blob:none'] : [];
  const wanted = wants.map((id) => `want ${id}`);
  if (version === 2)
    return ['ofs-delta', 'no-progress', ...depth, ...filter, ...wanted, 'done', FLUSH];
  const asked = [...ASKED, `object-format=${hash}`].filter((name) => offers.has(name));
  const [first = '', ...others] = wanted;
  const head = [first, ...asked, AGENT].join(' ');
  return [head, ...others, ...depth, ...filter, FLUSH, 'done'];
}
