import {
  hasToken,
  startCloudServer,
  type CloudRequest,
  type CloudResponse,
} from './cloud-server.ts';

interface StoredItem {
  id: string;
  name: string;
  parent?: string;
  /** Of a file. */
  content?: string;
  deleted?: boolean;
}

const PAGE = 2;

const refused = (status: number, code: string): CloudResponse => ({
  status,
  json: { error: { code, message: code } },
});

/** A stand-in for the part of Microsoft Graph that sources use: a OneDrive `mine`, and a site with two libraries. */
export async function startMicrosoftServer() {
  const drives = new Map<string, { items: Map<string, StoredItem>; changes: string[] }>();
  const state = { token: 'token', expiredBefore: 0, libraries: ['Documents', 'Plans'] };

  const driveOf = (id: string) => {
    const found = drives.get(id) ?? { items: new Map<string, StoredItem>(), changes: [] };
    if (!drives.has(id)) {
      drives.set(id, found);
      found.items.set('root', { id: 'root', name: 'root' });
      found.changes.push('root');
    }
    return found;
  };

  // As Graph does, lists name parents without their paths.
  const shown = (item: StoredItem, drive: string, base: string, isRead = false) => ({
    id: item.id,
    name: item.name,
    cTag: `"c:${item.id},${item.content ?? ''}"`,
    size: item.content?.length ?? 0,
    webUrl: `https://example.sharepoint.com/${item.id}`,
    lastModifiedDateTime: '2024-07-01T10:00:00Z',
    createdBy: { user: { displayName: 'Ann' } },
    ...(item.parent !== undefined && { parentReference: { id: item.parent, driveId: drive } }),
    ...(item.id === 'root' && { root: {} }),
    ...(item.content === undefined ? { folder: {} } : { file: { mimeType: 'text/plain' } }),
    ...(item.deleted === true && { deleted: { state: 'deleted' } }),
    ...(isRead &&
      item.content !== undefined && {
        '@microsoft.graph.downloadUrl': `${base.replace('127.0.0.1', 'localhost')}/download/${drive}/${item.id}?tempauth=secret`,
      }),
  });

  function handle(request: CloudRequest): CloudResponse {
    const { url } = request;
    const base = `http://${request.url.host}`;
    const path = decodeURIComponent(url.pathname);
    const [, place, id = '', item = ''] = path.split('/');
    if (place === 'download') {
      if (request.headers['authorization'] !== undefined) return refused(400, 'tokenSent');
      return { bytes: driveOf(id).items.get(item)?.content ?? '' };
    }
    if (!hasToken(request, state.token)) return refused(401, 'InvalidAuthenticationToken');
    if (path === '/v1.0/me/drive') return { json: { id: 'mine', name: 'OneDrive' } };
    if (path === '/v1.0/sites/example.sharepoint.com:/sites/Legal')
      return { json: { id: 'site,1' } };
    if (path === '/v1.0/sites/site,1/drives') {
      return { json: { value: state.libraries.map((name) => ({ id: name, name })) } };
    }
    const [, drive, rest = ''] = /^\/v1\.0\/drives\/([^/]+)\/(.*)$/.exec(path) ?? [];
    if (drive === undefined) return refused(404, 'itemNotFound');
    if (rest === 'root/delta') return delta(drive, base, url.searchParams);
    const found = rest.startsWith('root:/')
      ? [...driveOf(drive).items.values()].find(({ name }) => rest === `root:/${name}`)
      : driveOf(drive).items.get(rest.replace('items/', ''));
    if (found === undefined || found.deleted === true) return refused(404, 'itemNotFound');
    return { json: shown(found, drive, base, true) };
  }

  function delta(drive: string, base: string, query: URLSearchParams): CloudResponse {
    const { items, changes } = driveOf(drive);
    const [since = 0, at = 0] = (query.get('token') ?? '0,0').split(',').map(Number);
    if (query.has('token') && since < state.expiredBefore) return refused(410, 'resyncRequired');
    const changed = [...new Set(changes.slice(since))].flatMap((id) => items.get(id) ?? []);
    const listed = since === 0 ? changed.filter(({ deleted }) => deleted !== true) : changed;
    const link = (token: string) => `${base}/v1.0/drives/${drive}/root/delta?token=${token}`;
    const isLast = at + PAGE >= listed.length;
    return {
      json: {
        value: listed.slice(at, at + PAGE).map((item) => shown(item, drive, base)),
        ...(isLast
          ? { '@odata.deltaLink': link(`${changes.length},0`) }
          : { '@odata.nextLink': link(`${since},${at + PAGE}`) }),
      },
    };
  }

  const put = (drive: string, item: StoredItem) => {
    const { items, changes } = driveOf(drive);
    items.set(item.id, item);
    // The folders above are told of as well.
    changes.push('root', ...(item.parent === undefined ? [] : [item.parent]), item.id);
  };
  return {
    ...(await startCloudServer(handle)),
    state,
    folder: (drive: string, id: string, name: string, parent = 'root') =>
      put(drive, { id, name, parent }),
    file: (drive: string, id: string, name: string, content: string, parent = 'root') =>
      put(drive, { id, name, parent, content }),
    remove: (drive: string, id: string) => {
      const item = driveOf(drive).items.get(id);
      if (item !== undefined) put(drive, { ...item, deleted: true });
    },
  };
}
