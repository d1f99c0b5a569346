import * as v from 'valibot';

import { BoundedCache } from '../../../../platform/bounded-cache.ts';
import { pathPart, type CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import { titleOf } from './page-properties.ts';
import { plainText, richTextOf } from './rich-text.ts';

const KEPT = 20_000;
const DEPTH_MAX = 100;

const optionalId = v.optional(v.string());

export const parentSchema = v.object({
  type: v.string(),
  page_id: optionalId,
  database_id: optionalId,
  data_source_id: optionalId,
  block_id: optionalId,
});

type Parent = v.InferOutput<typeof parentSchema>;

const nodeSchema = v.object({
  properties: v.optional(v.record(v.string(), v.unknown())),
  title: v.optional(v.unknown()),
  parent: v.optional(parentSchema),
});

/** What others are below. Blocks, and the tables of a database, have no name in a path. */
interface TreeNode {
  id: string;
  name: string | undefined;
  parent: Parent | undefined;
}

const PLACES: Readonly<Record<string, string>> = {
  page_id: 'pages',
  database_id: 'databases',
  data_source_id: 'data_sources',
  block_id: 'blocks',
};

/** An id without hyphens, as in an address of Notion; undefined for none. */
export const plainId = (text: string): string | undefined =>
  /[0-9a-f]{32}(?![0-9a-f])/i.exec(text.replaceAll('-', ''))?.[0].toLowerCase();

/** Resolves pages to paths, below `roots` or everywhere where there are none. */
export function createPageTree(api: CloudApi, roots: ReadonlySet<string>) {
  const kept = new BoundedCache<TreeNode | 'unseen'>({ entries: KEPT });
  const read = async (parent: Parent): Promise<TreeNode | 'unseen'> => {
    const id = idOf(parent);
    const place = PLACES[parent.type];
    if (id === undefined || place === undefined) return 'unseen';
    const found = kept.get(id) ?? (await readNode(api, place, id));
    kept.set(id, found);
    return found;
  };
  return {
    keep: (id: string, name: string, parent: Parent) => kept.set(id, { id, name, parent }),
    /** The names above a page, with a `/` at the end of each; undefined where it is not below a root. */
    folderOf: async (id: string, parent: Parent): Promise<string | undefined> => {
      let folder = '';
      let above: Parent | undefined = parent;
      if (roots.has(plainId(id) ?? '')) return folder;
      for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
        const node: TreeNode | 'unseen' = above === undefined ? 'unseen' : await read(above);
        if (node === 'unseen') return roots.size === 0 ? folder : undefined;
        if (node.name !== undefined) folder = `${nameOf(node.name)}/${folder}`;
        if (roots.has(plainId(node.id) ?? '')) return folder;
        above = node.parent;
      }
      throw new SourceError('invalid_response');
    },
  };
}

export const nameOf = (title: string): string =>
  pathPart(title.trim() === '' ? 'Untitled' : title.trim().slice(0, 200).toWellFormed());

const idOf = (parent: Parent): string | undefined =>
  parent.type in PLACES ? parent[parent.type as 'page_id'] : undefined;

async function readNode(api: CloudApi, place: string, id: string): Promise<TreeNode | 'unseen'> {
  const response = await api.send(`/v1/${place}/${encodeURIComponent(id)}`, {
    accept: [400, 403, 404],
  });
  if (response.status !== 200) {
    response.discard();
    return 'unseen';
  }
  const found = v.safeParse(nodeSchema, await response.json());
  if (!found.success) throw new SourceError('invalid_response');
  const { properties = {}, title, parent } = found.output;
  const names: Readonly<Record<string, string>> = {
    pages: titleOf(properties),
    databases: plainText(richTextOf(title)),
  };
  return { id, name: names[place], parent };
}
