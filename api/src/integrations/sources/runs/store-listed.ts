import { createHash } from 'node:crypto';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { distinctPath, objectPath, storableText } from '../objects/object-path.ts';
import { objectsOf, type KeyRange, type StoredObject } from '../objects/object-repository.ts';
import type { ListedObject } from '../source-kind.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { SortedList } from './list-place.ts';
import { readBatch, runBatch } from './run-batch.ts';

const KEY_MAX = 1500;
const TOKEN_MAX = 500;
const URL_MAX = 4000;
const METADATA_BYTES_MAX = 16 * 1024;

/** A page as far as it is kept. */
interface KeptPage {
  objects: readonly ListedObject[];
  /** Whether it is the last page. */
  isLast: boolean;
  sorted: SortedList | undefined;
}

/**
 * Stores the objects of a page, in batches. What is listed as before is not written where the list is sorted, else it is
 * marked as seen. Returns where a sorted list is then.
 */
export async function storeListed(
  database: Database,
  run: ClaimedRun,
  { objects, isLast, sorted }: KeptPage,
): Promise<SortedList | undefined> {
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const wanted = [...byKey].map(([key, object]) => wantedObject(run.source.folder, key, object));
  let place = sorted;
  let isOver = wanted.length === 0 && !(isLast && sorted !== undefined);
  for (let at = 0; !isOver;) {
    const from = at;
    const compared = await readBatch(database, run, 'compare', async (tx, size) => {
      const some = wanted.slice(from, from + size);
      const to = isLast && from + size >= wanted.length ? undefined : some.at(-1)?.key;
      const range = place === undefined ? undefined : { after: place.after, to };
      return {
        result: { some, range, ...(await compare(tx, run, some, range)) },
        rows: some.length,
      };
    });
    const { some, range, others, isAnyAbsent } = compared;
    const keys = some.map(({ key }) => key);
    if (range === undefined)
      await markSeen(
        database,
        run,
        keys.filter((key) => !others.has(key)),
      );
    else if (isAnyAbsent) await markAbsent(database, run, range, keys);
    await storeOthers(
      database,
      run,
      some.filter(({ key }) => others.has(key)),
    );
    if (place !== undefined) {
      place = { after: keys.at(-1) ?? place.after, lacks: place.lacks || isAnyAbsent };
    }
    at += some.length;
    isOver = at >= wanted.length;
  }
  return place;
}

/** All is another where everything is read again, and what cannot become a document. */
async function compare(
  tx: Queryable,
  run: ClaimedRun,
  some: readonly StoredObject[],
  range: KeyRange | undefined,
): ReturnType<ReturnType<typeof objectsOf>['compare']> {
  if (run.everything) return { others: new Set(some.map(({ key }) => key)), isAnyAbsent: false };
  const compared = await objectsOf(tx, run).compare(run.number, some, range);
  for (const { key, reason } of some) if (reason !== null) compared.others.add(key);
  return compared;
}

async function markSeen(database: Database, run: ClaimedRun, keys: readonly string[]) {
  for (let at = 0; at < keys.length;) {
    const from = at;
    at += await runBatch(database, run, 'seen', async (tx, size) => {
      const some = keys.slice(from, from + size);
      await objectsOf(tx, run).markSeen(run.number, some);
      return { result: some.length, rows: some.length };
    });
  }
}

async function markAbsent(
  database: Database,
  run: ClaimedRun,
  range: KeyRange,
  listed: readonly string[],
) {
  const mark = () =>
    runBatch(database, run, 'absent', async (tx, size) => {
      const rows = await objectsOf(tx, run).markAbsent(run.number, range, listed, size);
      return { result: rows, rows };
    });
  while ((await mark()) > 0);
}

async function storeOthers(database: Database, run: ClaimedRun, others: readonly StoredObject[]) {
  for (let at = 0; at < others.length;) {
    const from = at;
    at += await runBatch(database, run, 'store', async (tx, size) => {
      const some = others.slice(from, from + size);
      await storeSome(tx, run, some);
      return { result: some.length, rows: some.length };
    });
  }
}

async function storeSome(
  tx: Queryable,
  run: ClaimedRun,
  wanted: readonly StoredObject[],
): Promise<void> {
  const objects = objectsOf(tx, run);
  const known = await objects.paths(wanted.map(({ key }) => key));
  const taken = await objects.taken(wanted.map(({ path }) => path));
  const stored = wanted.map((object): StoredObject => {
    const { key, listedPath, path: wantedPath } = object;
    const before = known.get(key);
    // Where it got another name because of another object, it keeps that one until it is renamed.
    const isKept = before !== undefined && before.listedPath === listedPath;
    const other = taken.get(wantedPath);
    const isTaken = other !== undefined && other !== key;
    const path =
      isKept && isTaken ? before.path : isTaken ? distinctPath(wantedPath, key) : wantedPath;
    taken.set(path, key);
    return { ...object, path };
  });
  await objects.store(run.datasetId, run, stored);
}

/** A listed object at the path that it has where no other one is there. */
function wantedObject(folder: string, key: string, object: ListedObject): StoredObject {
  const listedPath = storableText(object.path).slice(0, 1000);
  const found = objectPath(folder, object.path);
  const { url } = object;
  const metadata = metadataOf(object);
  return {
    key,
    listedPath,
    path: 'path' in found ? found.path : listedPath,
    token: shortened(object.token, TOKEN_MAX),
    size: object.size ?? null,
    url: url === undefined || url.length > URL_MAX ? null : storableText(url),
    metadata,
    keepsMetadata: object.metadata === undefined,
    content: object.content ?? null,
    reason: 'fault' in found ? found.fault : faultOf(object, metadata),
  };
}

export const keyOf = ({ key }: Pick<ListedObject, 'key'>): string => shortened(key, KEY_MAX);

/** A text as it can be stored; a long one as its hash. */
function shortened(text: string, most: number): string {
  const stored = storableText(text);
  return stored.length <= most ? stored : createHash('sha256').update(stored).digest('hex');
}

/** An object that can be listed but not read again. */
function faultOf({ key, content }: ListedObject, metadata: string | null): string | null {
  // Without it, who may read the document would not be known.
  if (metadata !== null && Buffer.byteLength(metadata) > METADATA_BYTES_MAX) {
    return 'What the source says of it is larger than metadata may be.';
  }
  if (content !== undefined || keyOf({ key }) === key) return null;
  return 'Its name at the source is too long, or has characters that cannot be stored.';
}

function metadataOf({ metadata }: ListedObject): string | null {
  if (metadata === undefined || Object.keys(metadata).length === 0) return null;
  return storableText(JSON.stringify(metadata));
}
