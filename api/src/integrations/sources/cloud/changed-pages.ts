import { PAGE_OBJECTS_MAX, type ListedObject, type ListedPage } from '../source-kind.ts';

interface ChangedCursor {
  changed: ListedObject[];
  token: string;
}

/** The first page of changes that are known whole. `token` is what the next run starts from. */
export function changedPage(
  { objects, gone = [] }: { objects: readonly ListedObject[]; gone?: readonly string[] },
  token: string,
): ListedPage {
  const changed = objects.slice(PAGE_OBJECTS_MAX);
  return {
    objects: objects.slice(0, PAGE_OBJECTS_MAX),
    gone,
    isDelta: true,
    ...(changed.length > 0
      ? { next: JSON.stringify({ changed, token } satisfies ChangedCursor) }
      : { changeToken: token }),
  };
}

/** The page of changes at a cursor; undefined for another cursor. */
export function nextChangedPage(cursor: string | undefined): ListedPage | undefined {
  if (cursor?.startsWith('{"changed":') !== true) return undefined;
  const { changed, token } = JSON.parse(cursor) as ChangedCursor;
  for (const object of changed) {
    if (object.modifiedAt !== undefined) object.modifiedAt = new Date(object.modifiedAt);
  }
  return changedPage({ objects: changed }, token);
}
