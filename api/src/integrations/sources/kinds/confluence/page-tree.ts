import { BoundedCache } from '../../../../platform/bounded-cache.ts';
import { pathPart } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type { Wiki, WikiPage } from './wiki.ts';

const PAGES_KEPT = 20_000;
const DEPTH_MAX = 100;

interface PagePlace {
  /** The titles above the page, with a `/` at the end of each. */
  folder: string;
  /** Who may read it, where it or a page above it is limited: those who are named at each of them. */
  readers?: { groups: string[]; people: string[] } | undefined;
}

/** Resolves where pages are. Lists name a parent by its id. */
export function createPageTree(wiki: Wiki) {
  const kept = new BoundedCache<WikiPage | 'unseen'>({ entries: PAGES_KEPT });
  return {
    keep: (page: WikiPage) => kept.set(page.id, page),
    placeOf: async (page: WikiPage): Promise<PagePlace> => {
      let folder = '';
      let { readers } = page;
      let current = page;
      for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
        if (current.parent === undefined) return { folder, readers };
        const above = kept.get(current.parent) ?? (await wiki.parent(current.parent)) ?? 'unseen';
        kept.set(current.parent, above);
        if (above === 'unseen') return { folder, readers };
        folder = `${pathPart(above.title)}/${folder}`;
        readers = bothOf(readers, above.readers);
        current = above;
      }
      throw new SourceError('invalid_response');
    },
  };
}

type Readers = PagePlace['readers'];

function bothOf(one: Readers, other: Readers): Readers {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    groups: one.groups.filter((name) => other.groups.includes(name)),
    people: one.people.filter((name) => other.people.includes(name)),
  };
}
