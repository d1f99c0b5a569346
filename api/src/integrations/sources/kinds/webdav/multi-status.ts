import { SaxesParser } from 'saxes';

import { SourceError } from '../../source-error.ts';

/** A file or folder in a response to PROPFIND. */
export interface DavResource {
  href: string;
  /** Of the response as a whole; 200 where only its properties have statuses. */
  status: number;
  isFolder: boolean;
  etag: string;
  size: number | undefined;
  modifiedAt: Date | undefined;
  /** The id of ownCloud and Nextcloud, which a renamed file keeps. */
  fileId: string | undefined;
}

const DAV = 'DAV:';
const OWNCLOUD = 'http://owncloud.org/ns';
const TEXT_MAX = 16 * 1024;
const DEPTH_MAX = 30;

/** What is asked for of each resource. */
export const PROPERTIES_WANTED = `<?xml version="1.0" encoding="utf-8"?>
<d:propfind xmlns:d="DAV:" xmlns:oc="${OWNCLOUD}"><d:prop><d:resourcetype/><d:getetag/><d:getlastmodified/><d:getcontentlength/><oc:fileid/></d:prop></d:propfind>`;

/**
 * Yields the resources of a response as they arrive, so that a folder of any size takes the memory of one.
 * @throws {SourceError} `invalid_response`, also where it ends too early
 */
export async function* readMultiStatus(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<DavResource> {
  const reader = createReader();
  const decoder = new TextDecoder();
  for await (const piece of body) {
    yield* reader.write(decoder.decode(piece, { stream: true }));
  }
  yield* reader.end();
}

type Properties = Map<string, string>;

function createReader() {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: string[] = [];
  let ready: DavResource[] = [];
  let response: Properties = new Map();
  let found: Properties = new Map();
  let propstat: Properties = new Map();
  let hasRoot = false;
  const isIn = (...names: readonly string[]) => names.every((name, at) => path[at + 2] === name);
  parser.on('error', (error) => {
    throw invalid(error);
  });
  parser.on('opentag', ({ uri, local }) => {
    const name = uri === DAV ? local : `${uri} ${local}`;
    if (path.length === 0 && name !== 'multistatus') throw invalid();
    hasRoot = true;
    path.push(name);
    if (path.length > DEPTH_MAX) throw invalid();
    if (path.length === 2) [response, found] = [new Map(), new Map()];
    if (path.length === 3 && name === 'propstat') propstat = new Map();
    if (isIn('propstat', 'prop', 'resourcetype', 'collection')) propstat.set('collection', 'yes');
  });
  const text = (piece: string) => {
    const target = path.length === 3 ? response : isIn('propstat') ? propstat : undefined;
    const isProperty = path.length === 5 && path[3] === 'prop';
    const isStatus = path.length === 4 && path[3] === 'status';
    if (target === undefined || !(path.length === 3 || isProperty || isStatus)) return;
    const name = path.at(-1) ?? '';
    const before = target.get(name) ?? '';
    if (before.length + piece.length <= TEXT_MAX) target.set(name, before + piece);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    const name = path.pop();
    if (path.length === 2 && name === 'propstat' && isSuccess(propstat.get('status'))) {
      for (const [property, value] of propstat) found.set(property, value);
    }
    if (path.length === 1 && name === 'response') ready.push(resourceOf(response, found));
  });
  const taken = () => {
    const resources = ready;
    ready = [];
    return resources;
  };
  return {
    write: (piece: string) => {
      parser.write(piece);
      return taken();
    },
    end: () => {
      parser.close();
      if (!hasRoot) throw invalid();
      return taken();
    },
  };
}

function resourceOf(response: Properties, found: Properties): DavResource {
  const size = Number(found.get('getcontentlength')?.trim() || Number.NaN);
  const modifiedAt = new Date(found.get('getlastmodified')?.trim() ?? '');
  const fileId = found.get(`${OWNCLOUD} fileid`)?.trim() ?? '';
  return {
    href: response.get('href')?.trim() ?? '',
    status: statusOf(response.get('status')) ?? 200,
    isFolder: found.has('collection'),
    etag: found.get('getetag')?.trim().replace(/^W\//, '').replaceAll('"', '') ?? '',
    size: Number.isSafeInteger(size) && size >= 0 ? size : undefined,
    modifiedAt: Number.isNaN(modifiedAt.getTime()) ? undefined : modifiedAt,
    fileId: /^[\w!$-]{1,200}$/.test(fileId) ? fileId : undefined,
  };
}

function statusOf(line: string | undefined): number | undefined {
  const digits = /^\s*HTTP\/[\d.]+\s+(\d{3})/.exec(line ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function isSuccess(line: string | undefined): boolean {
  const status = statusOf(line);
  return status === undefined || (status >= 200 && status <= 299);
}

const invalid = (cause?: unknown): SourceError =>
  new SourceError('invalid_response', {
    message: 'The server returned no list of a folder. Check that the address is one of WebDAV.',
    cause,
  });
