import {
  hasToken,
  startCloudServer,
  type CloudRequest,
  type CloudResponse,
} from './cloud-server.ts';

interface StoredPage {
  id: string;
  title: string;
  space: string;
  parent?: string;
  html?: string;
  version?: number;
  groups?: string[];
  people?: string[];
  attachments?: { id: string; title: string; content: string }[];
}

const refused = (status: number): CloudResponse => ({ status, json: { statusCode: status } });

const shownInCloud = ({ id, title, parent, version = 1 }: StoredPage) => ({
  id,
  title,
  status: 'current',
  parentId: parent ?? null,
  version: { number: version, createdAt: '2024-07-01T10:00:00.000Z' },
  _links: { webui: `/spaces/x/pages/${id}` },
});

const attached = ({ id, title, content }: { id: string; title: string; content: string }) => ({
  id,
  title,
  version: { number: 1 },
  extensions: { fileSize: content.length },
  _links: { download: `/download/attachments/${id}?version=1` },
});

/**
 * A stand-in for Confluence: for Cloud's API v2, by the address of those who are connected and by the site's own, and for
 * the API v1 of Data Center below `/confluence`. Its lists have two entries.
 */
export async function startConfluenceServer() {
  const pages = new Map<string, StoredPage>();
  const folders = new Map<string, { id: string; title: string; parentId: string | null }>();
  const spaces = [
    { id: '1', key: 'DOC', name: 'Documents / all' },
    { id: '2', key: 'HR', name: 'People' },
    { id: '3', key: 'EMPTY', name: 'Empty' },
  ];
  const state = { token: 'token', password: 'secret' };
  const basic = () =>
    `Basic ${Buffer.from(`ann@example.com:${state.password}`).toString('base64')}`;

  function handle(request: CloudRequest): CloudResponse {
    const path = decodeURIComponent(request.url.pathname);
    if (path.startsWith('/media/')) {
      if (request.headers['authorization'] !== undefined) return refused(400);
      return { bytes: contentOf(path.slice(7)) };
    }
    const isConnected = path.startsWith('/ex/') || path.startsWith('/oauth/');
    const isAllowed = isConnected
      ? hasToken(request, state.token)
      : request.headers['authorization'] === basic() || hasToken(request, state.password);
    if (!isAllowed) return refused(401);
    const here = `http://${request.url.host}`;
    if (path === '/oauth/token/accessible-resources') {
      return {
        json: [
          { id: 'other', url: 'https://other.example' },
          { id: 'cloud-1', url: here },
        ],
      };
    }
    if (path.startsWith('/confluence/')) return dataCenter(path.slice(11), request.url);
    return cloud(path.replace('/ex/confluence/cloud-1', ''), request.url);
  }

  const contentOf = (id: string) =>
    [...pages.values()].flatMap(({ attachments = [] }) => attachments).find((one) => one.id === id)
      ?.content ?? '';

  function cloud(path: string, url: URL): CloudResponse {
    const query = url.searchParams;
    const list = (items: unknown[]): CloudResponse => {
      const at = Number(query.get('cursor') ?? 0);
      const next = `${path}?cursor=${at + 2}&limit=2`;
      return {
        json: {
          results: items.slice(at, at + 2),
          _links: at + 2 < items.length ? { next, base: url.origin } : {},
        },
      };
    };
    const [, root, api, , kind, id = '', what] = path.split('/');
    if (root !== 'wiki') return refused(404);
    const restricted = /\/rest\/api\/content\/([^/]+)\/restriction\/byOperation\/read$/.exec(path);
    if (restricted !== null) return restriction(pages.get(restricted[1] ?? ''));
    if (api === 'rest') {
      const attachment = path.split('/').at(-2) ?? '';
      const target = `${url.origin.replace('127.0.0.1', 'localhost')}/media/${attachment}`;
      return { status: 302, headers: { Location: target } };
    }
    if (kind === 'spaces' && id === '') {
      const keys = query.get('keys')?.split(',');
      return list(spaces.filter(({ key }) => keys?.includes(key) ?? true));
    }
    if (kind === 'spaces') {
      const key = spaces.find((space) => space.id === id)?.key;
      return list(
        [...pages.values()].filter(({ space }) => space === key).map((page) => shownInCloud(page)),
      );
    }
    const folder = folders.get(id);
    if (kind === 'folders') return folder === undefined ? refused(404) : { json: folder };
    const page = pages.get(id);
    if (page === undefined) return refused(404);
    if (what === 'attachments') {
      return list(
        (page.attachments ?? []).map(({ id: attachment, title, content }) => ({
          id: attachment,
          title,
          fileSize: content.length,
          version: { number: 1, createdAt: '2024-07-01T10:00:00.000Z' },
          webuiLink: `/pages/${id}?preview=${attachment}`,
        })),
      );
    }
    const body = { export_view: { representation: 'export_view', value: page.html ?? '' } };
    return {
      json: { ...shownInCloud(page), ...(query.get('body-format') === 'export_view' && { body }) },
    };
  }

  /** People are named as they show themselves: by their address, or without it. */
  const restriction = (page: StoredPage | undefined): CloudResponse =>
    page === undefined
      ? refused(404)
      : {
          json: {
            operation: 'read',
            restrictions: {
              user: {
                results: (page.people ?? []).map((name) => ({
                  accountId: `id-${name}`,
                  email: name.includes('@') ? name : '',
                  displayName: name,
                })),
              },
              group: { results: (page.groups ?? []).map((name) => ({ id: `id-${name}`, name })) },
            },
          },
        };

  function dataCenter(path: string, url: URL): CloudResponse {
    const query = url.searchParams;
    const list = (items: unknown[]): CloudResponse => {
      const at = Number(query.get('start') ?? 0);
      const next = at + 2 < items.length ? { next: `${path}?start=${at + 2}` } : {};
      return { json: { results: items.slice(at, at + 2), start: at, limit: 2, _links: next } };
    };
    const above = ({ parent }: StoredPage): { id: string }[] => {
      const found = parent === undefined ? undefined : pages.get(parent);
      return found === undefined ? [] : [...above(found), { id: found.id }];
    };
    const shown = (page: StoredPage) => ({
      id: page.id,
      title: page.title,
      version: {
        number: page.version ?? 1,
        when: '2024-07-01T10:00:00.000Z',
        by: { displayName: 'Ann' },
      },
      ancestors: above(page),
      restrictions: {
        read: {
          restrictions: {
            group: { results: (page.groups ?? []).map((name) => ({ name })) },
            user: { results: (page.people ?? []).map((username) => ({ username })) },
          },
        },
      },
      _links: { webui: `/display/${page.id}` },
    });
    if (path.startsWith('/download/')) return { bytes: contentOf(path.split('/').at(-1) ?? '') };
    const [, , , kind, id = '', , what] = path.split('/');
    if (kind === 'space') {
      const keys = query.getAll('spaceKey');
      return list(spaces.filter(({ key }) => keys.length === 0 || keys.includes(key)));
    }
    if (id === '') {
      const key = query.get('spaceKey');
      return list(
        [...pages.values()].filter(({ space }) => space === key).map((page) => shown(page)),
      );
    }
    const attachment = [...pages.values()]
      .flatMap(({ attachments = [] }) => attachments)
      .find((one) => one.id === id);
    if (attachment !== undefined) return { json: attached(attachment) };
    const page = pages.get(id);
    if (page === undefined) return refused(404);
    if (what === 'attachment') return list((page.attachments ?? []).map((one) => attached(one)));
    return { json: { ...shown(page), body: { export_view: { value: page.html ?? '' } } } };
  }

  return {
    ...(await startCloudServer(handle)),
    state,
    pages,
    folders,
    page: (page: StoredPage) => pages.set(page.id, page),
  };
}
