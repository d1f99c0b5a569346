import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { escapeXml } from '@carrel/api/src/platform/storage/s3/s3-xml.ts';

interface ServedFile {
  text: string;
  id: number;
  modifiedAt: Date;
}

interface ServedTree {
  /** The path of the root, with a slash at its end. */
  root: string;
  /** What the header has to be; absent where nobody signs in. */
  authorization: string | undefined;
  /** Whether it has the ids of Nextcloud, and ETags of folders that change with what is below them. */
  isNextcloud: boolean;
  hasEtags: boolean;
  /** What stands before each path of a response, such as a host. */
  hrefStart: string;
  /** Added to the ETags of files as they are read. */
  etagSuffix: string;
}

type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Folders and files by their paths below the root; a folder ends with a slash. */
export async function startWebdavServer(settings: Partial<ServedTree> = {}) {
  const tree: ServedTree = {
    root: '/dav/',
    authorization: undefined,
    isNextcloud: false,
    hasEtags: true,
    hrefStart: '',
    etagSuffix: '',
    ...settings,
  };
  const files = new Map<string, ServedFile>();
  const folders = new Set<string>(['']);
  const requests: string[] = [];
  /** Responses beside those of the files, by the folder they are in. */
  const extra = new Map<string, string>();
  const state: { instead: Instead | undefined; statuses: Map<string, number>; ids: number } = {
    instead: undefined,
    statuses: new Map(),
    ids: 100,
  };
  const put = (path: string, text: string) => {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth += 1) {
      folders.add(`${names.slice(0, depth).join('/')}/`);
    }
    const id = files.get(path)?.id ?? (state.ids += 1);
    files.set(path, { text, id, modifiedAt: new Date('2026-03-01T10:00:00Z') });
  };
  const move = (from: string, to: string) => {
    const file = files.get(from);
    if (file === undefined) throw new Error(`There is no ${from}`);
    files.delete(from);
    put(to, file.text);
    files.set(to, file);
  };
  const tagOf = (path: string): string => {
    const file = files.get(path);
    if (file !== undefined) return hashOf(`${file.id} ${file.text}`);
    const below = [...files].filter(([each]) => each.startsWith(path));
    return hashOf(JSON.stringify(below));
  };
  const described = (path: string): string => {
    const status = state.statuses.get(path);
    const href = tree.hrefStart + encoded(tree.root + path);
    if (status !== undefined) {
      return `<d:response><d:href>${escapeXml(href)}</d:href><d:status>HTTP/1.1 ${status} Refused</d:status></d:response>`;
    }
    const file = files.get(path);
    const isTagged = tree.hasEtags && (file !== undefined || tree.isNextcloud);
    const properties = [
      file === undefined
        ? '<d:resourcetype><d:collection/></d:resourcetype>'
        : `<d:resourcetype/><d:getcontentlength>${Buffer.byteLength(file.text)}</d:getcontentlength>`,
      `<d:getlastmodified>${(file?.modifiedAt ?? new Date(0)).toUTCString()}</d:getlastmodified>`,
      isTagged ? `<d:getetag>&quot;${tagOf(path)}&quot;</d:getetag>` : '',
      tree.isNextcloud ? `<oc:fileid>${file?.id ?? 1}</oc:fileid>` : '',
    ].join('');
    const missing = tree.isNextcloud ? '<d:getcontentlength/>' : '<oc:fileid/>';
    return `<d:response><d:href>${escapeXml(href)}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop>${missing}</d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>`;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    requests.push(
      `${request.method} ${request.url} ${String(request.headers['depth'] ?? '')}`.trim(),
    );
    if (state.instead?.(request, response) === true) return;
    if (tree.authorization !== undefined && request.headers.authorization !== tree.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="files"' }).end();
      return;
    }
    const pathname = decodeURIComponent(request.url ?? '');
    const path = pathname.startsWith(tree.root) ? pathname.slice(tree.root.length) : undefined;
    const file = files.get(path ?? '/');
    if (path === undefined || (file === undefined && !folders.has(path))) {
      response.writeHead(404).end();
    } else if (request.method === 'PROPFIND') {
      await sendList(request, response, path);
    } else if (file !== undefined) {
      const etag = `"${tagOf(path)}${tree.etagSuffix}"`;
      response.writeHead(200, {
        'content-length': Buffer.byteLength(file.text),
        ...(tree.hasEtags && { etag }),
      });
      response.end(file.text);
    } else response.writeHead(405).end();
  };
  const sendList = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const depth = request.headers['depth'];
    if (depth !== '0' && depth !== '1') {
      response.writeHead(403).end();
      return;
    }
    response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' });
    response.write(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">${described(path)}`,
    );
    const inside = [...folders, ...files.keys()].filter(
      (each) => depth === '1' && isIn(each, path),
    );
    for (const each of inside) {
      if (!response.write(described(each))) await once(response, 'drain');
    }
    response.end(`${extra.get(path) ?? ''}</d:multistatus>`);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: origin + tree.root,
    tree,
    files,
    folders,
    requests,
    extra,
    state,
    put,
    move,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isIn(path: string, folder: string): boolean {
  const name = path.slice(folder.length).replace(/\/$/, '');
  return path.startsWith(folder) && name !== '' && !name.includes('/');
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const hashOf = (text: string): string => createHash('md5').update(text).digest('hex');
