import { createHash } from 'node:crypto';

import { SOURCE_OBJECTS_MAX } from '@carrel/shared/contract/sources';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { isLeftOut } from '../objects/filter.ts';
import { distinctPath, objectPath, storableText } from '../objects/object-path.ts';
import { objectsOf, type StoredObject } from '../objects/object-repository.ts';
import { SourceError } from '../source-error.ts';
import type { ListedObject, ListedPage, SourceConnection } from '../source-kind.ts';
import { countRun, runStep, type ClaimedRun } from './claimed-run.ts';
import { runBatch } from './run-batch.ts';

const KEY_MAX = 1500;
const TOKEN_MAX = 500;
const URL_MAX = 4000;
const METADATA_BYTES_MAX = 16 * 1024;
const NOTE_MAX = 500;
const CURSOR_MAX = 8 * 1024 * 1024;

/** Reads the next page, and stores it together with where the one after it begins. Returns whether it was the last. */
export async function listPage(
  database: Database,
  run: ClaimedRun,
  connection: Pick<SourceConnection, 'list'>,
): Promise<boolean> {
  const page = await connection.list({
    cursor: run.cursor ?? undefined,
    since: run.everything ? undefined : (run.source.changeToken ?? undefined),
    known: (keys) => knownTokens(database, run, keys),
  });
  if (page.next !== undefined && (page.next === run.cursor || page.next.length > CURSOR_MAX)) {
    throw new SourceError('invalid_response', {
      message: 'The source repeats its list without end.',
    });
  }
  const kept = page.objects.filter((object) => !isLeftOut(run.source.filter, object));
  const listed = (run.cursor === null ? 0 : run.listed) + kept.length;
  if (listed > SOURCE_OBJECTS_MAX) throw new SourceError('too_many_objects');
  if (run.cursor === null && page.isDelta === true) {
    await runStep(database, run, (tx) => objectsOf(tx, run).retryFailed());
  }
  // After a kill the page is listed again, and what was stored of it is stored again.
  for (let at = 0; at < kept.length;) {
    const from = at;
    at += await runBatch(database, run, 'store', async (tx, size) => {
      const some = kept.slice(from, from + size);
      await storeSome(tx, run, some);
      return { result: some.length, rows: some.length };
    });
  }
  await runStep(database, run, async (tx) => {
    const objects = objectsOf(tx, run);
    if (run.cursor === null) await beginList(tx, run);
    // One of a delta that is left out now may have been followed before.
    const leftOut = page.objects.filter((object) => isLeftOut(run.source.filter, object));
    const gone = [...(page.gone ?? []), ...(page.isDelta === true ? leftOut.map(keyOf) : [])];
    if (gone.length > 0) await objects.markGone(gone);
    await countRun(tx, run, { listed: kept.length, left_out: leftOut.length });
    await storePlace(tx, run, page);
  });
  run.cursor = page.next ?? null;
  run.isDelta = isPartial(page);
  run.listed = listed;
  return page.next === undefined;
}

/** A list whose last page was stored begins again where its plan was interrupted. */
async function beginList(tx: Queryable, { organizationId, runId }: ClaimedRun): Promise<void> {
  await tx.query(
    'UPDATE source_runs SET listed = 0, left_out = 0 WHERE organization_id = $1 AND id = $2 AND listed + left_out > 0',
    [organizationId, runId],
  );
}

async function storePlace(tx: Queryable, run: ClaimedRun, page: ListedPage): Promise<void> {
  await tx.query(
    `UPDATE source_runs SET cursor = $3, is_delta = $4, change_token = $5, note = $6
     WHERE organization_id = $1 AND id = $2`,
    [
      run.organizationId,
      run.runId,
      page.next ?? null,
      isPartial(page),
      page.changeToken ?? null,
      page.incomplete?.slice(0, NOTE_MAX) ?? null,
    ],
  );
}

/** Whether what a list does not name is still there. */
const isPartial = ({ isDelta, incomplete }: ListedPage): boolean =>
  isDelta === true || incomplete !== undefined;

/** Nothing is known where everything is read again. */
async function knownTokens(
  database: Database,
  run: ClaimedRun,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (run.everything) return new Map();
  return database.read(run.organizationId, (tx) => objectsOf(tx, run).tokens(keys));
}

async function storeSome(
  tx: Queryable,
  run: ClaimedRun,
  listed: readonly ListedObject[],
): Promise<void> {
  const objects = objectsOf(tx, run);
  const byKey = new Map(listed.map((object) => [keyOf(object), object]));
  const known = await objects.paths([...byKey.keys()]);
  const wanted = [...byKey].map(([key, object]) => ({
    key,
    object,
    found: objectPath(run.source.folder, object.path),
  }));
  const taken = await objects.taken(
    wanted.flatMap(({ found }) => ('path' in found ? [found.path] : [])),
  );
  const stored = wanted.map(({ key, object, found }): StoredObject => {
    const listedPath = storableText(object.path).slice(0, 1000);
    const before = known.get(key);
    const wantedPath = 'path' in found ? found.path : listedPath;
    // Where it got another name because of another object, it keeps that one until it is renamed.
    const isKept = before !== undefined && before.listedPath === listedPath;
    const other = taken.get(wantedPath);
    const isTaken = other !== undefined && other !== key;
    const path =
      isKept && isTaken ? before.path : isTaken ? distinctPath(wantedPath, key) : wantedPath;
    taken.set(path, key);
    return {
      key,
      listedPath,
      path,
      token: shortened(object.token, TOKEN_MAX),
      size: object.size ?? null,
      url:
        object.url === undefined || object.url.length > URL_MAX ? null : storableText(object.url),
      metadata: metadataOf(object),
      keepsMetadata: object.metadata === undefined,
      content: object.content ?? null,
      reason: 'fault' in found ? found.fault : faultOf(object, metadataOf(object)),
    };
  });
  await objects.store(run.datasetId, run, stored);
}

const keyOf = ({ key }: Pick<ListedObject, 'key'>): string => shortened(key, KEY_MAX);

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
