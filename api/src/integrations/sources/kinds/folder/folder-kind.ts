import * as v from 'valibot';

import {
  PAGE_OBJECTS_MAX,
  type ListedObject,
  type ListedPage,
  type SourceConnection,
  type SourceContext,
  type SourceKind,
} from '../../source-kind.ts';
import { allowedRoot, requireSameRoot, type Root } from './allowed-root.ts';
import { keyOf, textOf } from './byte-path.ts';
import { FolderWalk, type FoundFile } from './folder-walk.ts';
import { tokenOf } from './found-file.ts';
import { readFile } from './read-file.ts';

/** Entries of one page, so that a step is short where most are left out. */
const ENTRIES_AT_ONCE = 10_000;

const cursorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ after: v.string(), root: v.string() }),
);

/** A folder of this machine, such as a share that is mounted, below one that the operator allows. */
export const folderKind: SourceKind<'folder'> = {
  kind: 'folder',
  // It has none.
  secretGoesTo: () => 'this server',
  concurrency: 4,
  // They tell files apart; a renamed file has another one.
  tokensAreContents: false,
  open: async ({ path }, context): Promise<SourceConnection> => {
    const root = await allowedRoot(path, context.allowedFolders);
    // The walk goes on where its last page ended; another process walks there again.
    let open: { walk: FolderWalk; at: string } | undefined;
    return {
      list: async ({ cursor }) => {
        const walk =
          open !== undefined && open.at === cursor
            ? open.walk
            : await walkFrom(root, path, context, cursor);
        open = undefined;
        const page = await nextPage(walk, root, path);
        if (page.next !== undefined) open = { walk, at: page.next };
        return page;
      },
      read: (object) => readFile(root.real, object, context.objectBytesMax),
    };
  },
};

async function walkFrom(
  root: Root,
  shown: string,
  context: SourceContext,
  cursor: string | undefined,
): Promise<FolderWalk> {
  const read = v.safeParse(cursorSchema, cursor);
  const before = read.success ? read.output : undefined;
  // What was listed before is of that folder, and this may be another one.
  if (before !== undefined) await requireSameRoot({ ...root, identity: before.root }, shown);
  return FolderWalk.after(
    { root, shown, isLeftOut: (path) => context.isLeftOut(path) },
    before?.after,
  );
}

async function nextPage(walk: FolderWalk, root: Root, shown: string): Promise<ListedPage> {
  const objects: ListedObject[] = [];
  let isDone = false;
  for (let entries = 0; entries < ENTRIES_AT_ONCE; entries += 1) {
    if (objects.length === PAGE_OBJECTS_MAX) break;
    const found = await walk.next();
    isDone = found === undefined;
    if (found === undefined) break;
    if (found !== null) objects.push(objectOf(found));
  }
  const after = walk.position;
  if (!isDone && after !== undefined) {
    return { objects, next: JSON.stringify({ after, root: root.identity }) };
  }
  // A share that was unmounted meanwhile would have ended the walk early.
  await requireSameRoot(root, shown);
  return { objects };
}

function objectOf({ path, stats }: FoundFile): ListedObject {
  return {
    key: keyOf(path),
    path: textOf(path),
    token: tokenOf(stats),
    size: Number(stats.size),
    modifiedAt: stats.mtime,
  };
}
