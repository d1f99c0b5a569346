import * as v from 'valibot';

import type { WikiPage } from './wiki.ts';

const text = v.optional(v.nullable(v.string()));
const namesOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(v.object({ results: v.optional(v.array(v.object(entries)), []) }));

/** Whom a restriction names. Data Center tells user names, Cloud only what people show of themselves. */
export const restrictionsSchema = v.object({
  group: namesOf({ name: v.string() }),
  user: namesOf({ email: text, username: text, displayName: text }),
});

/** Returns who may read what has a restriction; undefined where it names nobody, which limits nobody. */
export function readersOf(
  restrictions: v.InferOutput<typeof restrictionsSchema> | undefined,
): WikiPage['readers'] {
  const groups = restrictions?.group?.results.map(({ name }) => name) ?? [];
  const people =
    restrictions?.user?.results.map(
      ({ email, username, displayName }) => [email, username, displayName].find(Boolean) ?? '',
    ) ?? [];
  return groups.length + people.length > 0 ? { groups, people } : undefined;
}
