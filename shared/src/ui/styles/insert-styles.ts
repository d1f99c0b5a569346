import type { __unsafe_useEmotionCache as useEmotionCache, SerializedStyles } from '@emotion/react';

type Cache = NonNullable<ReturnType<typeof useEmotionCache>>;
type Sheet = Cache['sheet'];
type SheetOptions = Pick<Sheet, 'key' | 'container'> & { nonce?: string; speedy: boolean };

let batch: Sheet | undefined;

/**
 * Returns the sheet for the rules of one commit. A rule that is added to a sheet makes the browser compute
 * every element anew that any rule of that sheet matches, which is the whole page for emotion's only one.
 */
function sheetOfCommit({ sheet }: Cache): Sheet {
  // Without speed each rule is in an element of its own already.
  if (!sheet.isSpeedy) return sheet;
  if (batch === undefined) {
    const { key, container, nonce } = sheet;
    const Sheets = sheet.constructor as new (options: SheetOptions) => Sheet;
    batch = new Sheets({ key, container, speedy: true, ...(nonce === undefined ? {} : { nonce }) });
    queueMicrotask(() => {
      batch = undefined;
    });
  }
  return batch;
}

/** Adds a class to the page once. */
export function insertStyles(cache: Cache, styles: SerializedStyles): void {
  if (cache.inserted[styles.name] !== undefined) return;
  const selector = `.${cache.key}-${styles.name}`;
  const sheet = sheetOfCommit(cache);
  let next: SerializedStyles | undefined = styles;
  while (next !== undefined) {
    cache.insert(next === styles ? selector : '', next, sheet, true);
    next = next.next;
  }
}
