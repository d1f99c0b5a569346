import {
  hasToken,
  startCloudServer,
  type CloudRequest,
  type CloudResponse,
} from './cloud-server.ts';

interface StoredPage {
  id: string;
  title: string;
  parent?: Record<string, unknown>;
  properties?: Record<string, unknown>;
  edited?: string;
  trashed?: boolean;
}

interface StoredBlock {
  id?: string;
  type: string;
  value?: Record<string, unknown>;
  children?: StoredBlock[];
}

const PAGE = 2;

const refused = (status: number, code: string): CloudResponse => ({
  status,
  json: { object: 'error', status, code, message: code },
});

export const richText = (text: string, annotations = {}, href: string | null = null) => [
  { type: 'text', plain_text: text, href, annotations },
];

const shown = ({ id, title, parent, properties, edited, trashed }: StoredPage) => ({
  object: 'page',
  id,
  url: `https://www.notion.so/${id}`,
  last_edited_time: edited ?? '2024-07-01T10:00:00.000Z',
  in_trash: trashed ?? false,
  parent: parent ?? { type: 'workspace', workspace: true },
  properties: { Name: { type: 'title', title: richText(title) }, ...properties },
});

const list = (items: unknown[], from: string | null | undefined): CloudResponse => {
  const at = Number(from ?? 0);
  const isMore = at + PAGE < items.length;
  return {
    json: {
      object: 'list',
      results: items.slice(at, at + PAGE),
      has_more: isMore,
      next_cursor: isMore ? String(at + PAGE) : null,
    },
  };
};

/** A stand-in for the part of Notion's API that sources use, of version 2025-09-03. Its lists have two entries. */
export async function startNotionServer() {
  const pages = new Map<string, StoredPage>();
  const databases = new Map<string, { title: string; parent: Record<string, unknown> }>();
  const blocks = new Map<string, StoredBlock[]>();
  const state = { token: 'token' };
  let ids = 0;

  function handle(request: CloudRequest): CloudResponse {
    const { method, url, headers, body } = request;
    if (!hasToken(request, state.token)) return refused(401, 'unauthorized');
    if (headers['notion-version'] !== '2025-09-03') return refused(400, 'missing_version');
    const [, , kind, id = '', what] = decodeURIComponent(url.pathname).split('/');
    if (kind === 'search' && method === 'POST') {
      const { start_cursor: from } = JSON.parse(body) as { start_cursor?: string };
      return list(
        [...pages.values()].map((page) => shown(page)),
        from,
      );
    }
    if (what === 'children') {
      const children = (blocks.get(id) ?? []).map(
        ({ id: own, type, value = {}, children: below }) => ({
          object: 'block',
          id: own,
          type,
          has_children: below !== undefined,
          [type]: value,
        }),
      );
      return list(children, url.searchParams.get('start_cursor'));
    }
    const page = kind === 'pages' ? findPage(id) : undefined;
    if (page !== undefined) return { json: shown(page) };
    const database = kind === 'databases' ? databases.get(id) : undefined;
    if (database !== undefined) {
      return {
        json: { object: 'database', id, title: richText(database.title), parent: database.parent },
      };
    }
    if (kind === 'data_sources' && databases.has(id.replace('ds-', ''))) {
      const parent = { type: 'database_id', database_id: id.replace('ds-', '') };
      return { json: { object: 'data_source', id, title: richText('Table'), parent } };
    }
    return refused(404, 'object_not_found');
  }

  const findPage = (id: string) =>
    [...pages.values()].find((page) => page.id.replaceAll('-', '') === id.replaceAll('-', ''));

  const write = (id: string, children: StoredBlock[]): void => {
    const kept = children.map((block) => {
      ids += 1;
      return Object.assign(block, { id: block.id ?? `block-${ids}` });
    });
    blocks.set(id, kept);
    for (const { id: own, children: below } of kept) if (below !== undefined) write(own, below);
  };

  return {
    ...(await startCloudServer(handle)),
    state,
    pages,
    databases,
    page: (page: StoredPage, children: StoredBlock[] = []) => {
      pages.set(page.id, page);
      write(page.id, children);
    },
  };
}
