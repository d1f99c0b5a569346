import { SOURCE_OBJECTS_MAX } from '@carrel/shared/contract/sources';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { isLeftOut } from '../objects/filter.ts';
import { objectsOf } from '../objects/object-repository.ts';
import { SourceError } from '../source-error.ts';
import type { ListedPage, SourceConnection } from '../source-kind.ts';
import { countRun, runStep, type ClaimedRun } from './claimed-run.ts';
import { areSorted, readPlace, storedPlace, type ListPlace } from './list-place.ts';
import { keyOf, storeListed } from './store-listed.ts';

const NOTE_MAX = 500;
const CURSOR_MAX = 8 * 1024 * 1024;

/** Reads the next page, and stores it together with where the one after it begins. Returns whether it was the last. */
export async function listPage(
  database: Database,
  run: ClaimedRun,
  opened: { connection: Pick<SourceConnection, 'list'>; isListSorted: boolean },
): Promise<boolean> {
  const { page, place } = await nextPage(database, run, opened);
  if (page.next !== undefined && (page.next === place.cursor || page.next.length > CURSOR_MAX)) {
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
  const isLast = page.next === undefined;
  const sorted = await storeListed(database, run, { objects: kept, isLast, sorted: place.sorted });
  const next = storedPlace({ cursor: page.next, sorted });
  await runStep(database, run, async (tx) => {
    const objects = objectsOf(tx, run);
    if (run.cursor === null) await beginList(tx, run);
    // One of a delta that is left out now may have been followed before.
    const leftOut = page.objects.filter((object) => isLeftOut(run.source.filter, object));
    const gone = [...(page.gone ?? []), ...(page.isDelta === true ? leftOut.map(keyOf) : [])];
    if (gone.length > 0) await objects.markGone(gone);
    await countRun(tx, run, { listed: kept.length, left_out: leftOut.length });
    await storePlace(tx, run, page, next);
  });
  run.cursor = next;
  run.sorted = sorted;
  run.isDelta = isPartial(page);
  run.listed = listed;
  return isLast;
}

/** Returns the next page. A list that is not sorted although its kind says so begins again, and goes on without an order. */
async function nextPage(
  database: Database,
  run: ClaimedRun,
  { connection, isListSorted }: Parameters<typeof listPage>[2],
): Promise<{ page: ListedPage; place: ListPlace }> {
  const list = (cursor: string | undefined) =>
    connection.list({
      cursor,
      since: run.everything ? undefined : (run.source.changeToken ?? undefined),
      known: (keys) => knownTokens(database, run, keys),
    });
  const place = readPlace(run.cursor, isListSorted && !run.everything);
  const page = await list(place.cursor);
  const { sorted } = place;
  if (sorted === undefined || areSorted(page.objects.map(keyOf), sorted.after)) {
    return { page, place };
  }
  const isFirst = run.cursor === null;
  run.cursor = null;
  return {
    page: isFirst ? page : await list(undefined),
    place: { cursor: undefined, sorted: undefined },
  };
}

/** A list whose last page was stored begins again where its plan was interrupted. */
async function beginList(tx: Queryable, { organizationId, runId }: ClaimedRun): Promise<void> {
  await tx.query(
    'UPDATE source_runs SET listed = 0, left_out = 0 WHERE organization_id = $1 AND id = $2 AND listed + left_out > 0',
    [organizationId, runId],
  );
}

async function storePlace(
  tx: Queryable,
  run: ClaimedRun,
  page: ListedPage,
  next: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE source_runs SET cursor = $3, is_delta = $4, change_token = $5, note = $6
     WHERE organization_id = $1 AND id = $2`,
    [
      run.organizationId,
      run.runId,
      next,
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
