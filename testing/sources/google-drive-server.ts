import {
  hasToken,
  startCloudServer,
  type CloudRequest,
  type CloudResponse,
} from './cloud-server.ts';

interface StoredFile {
  id: string;
  name: string;
  mimeType: string;
  parents?: string[];
  driveId?: string;
  trashed?: boolean;
  content?: string;
  modifiedTime?: string;
  permissions?: { type: string; emailAddress?: string; domain?: string }[];
}

export const DRIVE_FOLDER = 'application/vnd.google-apps.folder';
const PAGE = 2;

const refused = (status: number, reason: string): CloudResponse => ({
  status,
  json: { error: { code: status, errors: [{ domain: 'global', reason, message: reason }] } },
});

/** A stand-in for the part of the Drive API v3 that sources use. Its pages have two files. */
export async function startGoogleDriveServer() {
  const files = new Map<string, StoredFile>();
  const changes: { fileId: string; removed: boolean }[] = [];
  let token = 'token';

  const shown = (file: StoredFile) => {
    const { content, ...rest } = file;
    const isBinary = !file.mimeType.startsWith('application/vnd.google-apps');
    return {
      ...rest,
      modifiedTime: file.modifiedTime ?? '2024-07-01T10:00:00.000Z',
      webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
      ...(isBinary && { md5Checksum: `md5-${content}`, size: String(content?.length ?? 0) }),
    };
  };

  function handle(request: CloudRequest): CloudResponse {
    const { pathname, searchParams: query } = request.url;
    if (!hasToken(request, token)) return refused(401, 'authError');
    const [, , , kind = '', id = '', action] = decodeURIComponent(pathname).split('/');
    if (kind === 'drives') return { json: { id, name: 'Team / Legal' } };
    if (kind === 'changes' && id === 'startPageToken') {
      return { json: { startPageToken: String(changes.length) } };
    }
    if (kind === 'changes') return listChanges(query);
    if (id === '') return listFiles(query);
    const file = files.get(id);
    if (file === undefined) return refused(404, 'notFound');
    if (action === 'export') {
      if ((file.content?.length ?? 0) > 1000) return refused(403, 'exportSizeLimitExceeded');
      return { bytes: `${query.get('mimeType')}: ${file.content}` };
    }
    if (query.get('alt') === 'media') return { bytes: file.content ?? '' };
    return { json: shown(file) };
  }

  function listFiles(query: URLSearchParams): CloudResponse {
    const parents = [...(query.get('q') ?? '').matchAll(/'([^']+)' in parents/g)].map(
      ([, id]) => id,
    );
    const all = [...files.values()].filter(
      (file) =>
        file.trashed !== true &&
        !['root', 'team'].includes(file.id) &&
        (parents.length === 0 || parents.includes(file.parents?.[0])),
    );
    const at = Number(query.get('pageToken') ?? 0);
    return {
      json: {
        kind: 'drive#fileList',
        incompleteSearch: false,
        files: all.slice(at, at + PAGE).map((file) => shown(file)),
        ...(at + PAGE < all.length && { nextPageToken: String(at + PAGE) }),
      },
    };
  }

  function listChanges(query: URLSearchParams): CloudResponse {
    const at = Number(query.get('pageToken'));
    if (Number.isNaN(at)) return refused(400, 'invalid');
    const page = changes.slice(at, at + PAGE).map(({ fileId, removed }) => {
      const file = files.get(fileId);
      const isThere = file !== undefined && !removed;
      return isThere ? { fileId, removed, file: shown(file) } : { fileId, removed };
    });
    const end = at + PAGE < changes.length;
    return {
      json: {
        changes: page,
        ...(end
          ? { nextPageToken: String(at + PAGE) }
          : { newStartPageToken: String(changes.length) }),
      },
    };
  }

  const server = await startCloudServer(handle);
  const put = (file: StoredFile) => {
    files.set(file.id, { ...files.get(file.id), ...file });
    changes.push({ fileId: file.id, removed: false });
  };
  put({ id: 'root', name: 'My Drive', mimeType: DRIVE_FOLDER });
  put({ id: 'team', name: 'Drive', mimeType: DRIVE_FOLDER, driveId: 'team' });
  return {
    ...server,
    files,
    put,
    folder: (id: string, name: string, parent: string) =>
      put({ id, name, mimeType: DRIVE_FOLDER, parents: [parent] }),
    file: (id: string, name: string, parent: string, content: string) =>
      put({ id, name, mimeType: 'text/plain', parents: [parent], content }),
    remove: (id: string) => {
      files.delete(id);
      changes.push({ fileId: id, removed: true });
    },
    setToken: (value: string) => {
      token = value;
    },
  };
}
