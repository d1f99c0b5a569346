import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { commit, gitId, objectsOf, PackWriter, type Entry, type GitObject } from './git-objects.ts';

const line = (text: string | Buffer) => {
  const bytes = typeof text === 'string' ? Buffer.from(`${text}\n`) : text;
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const FLUSH = Buffer.from('0000');
const DELIMITER = Buffer.from('0001');
const BAND_BYTES = 65_000;

interface GitServerOptions {
  /** Whether it can leave out the contents of files. */
  canFilter?: boolean;
  /** What requests must have as `Authorization`. */
  authorization?: string;
  /** The version of the protocol, whatever the client asks for. */
  version?: 0 | 2;
}

/** Answers a request in place of the server, if it returns true. */
type Fault = (request: IncomingMessage, response: ServerResponse, body: string) => boolean;

/** A repository in memory behind Git's protocol. It makes the packs itself. */
export async function startGitServer({
  canFilter = true,
  authorization,
  version = 2,
}: GitServerOptions = {}) {
  const objects = new Map<string, GitObject>();
  const refs = new Map<string, string>();
  /** What was asked for: the path, or the command with what it wants. */
  const requests: string[] = [];
  const state = { fault: undefined as Fault | undefined, head: 'refs/heads/main', authorization };

  const reachable = (id: string, withFiles: boolean, found: Map<string, GitObject>): void => {
    const object = objects.get(id);
    if (object === undefined || found.has(id)) return;
    if (object.type !== 'blob' || withFiles) found.set(id, object);
    if (object.type === 'commit')
      reachable(object.bytes.toString('latin1', 5, 45), withFiles, found);
    if (object.type !== 'tree') return;
    for (let at = 0; at < object.bytes.length;) {
      const end = object.bytes.indexOf(0, at) + 1;
      reachable(object.bytes.toString('hex', end, end + 20), withFiles, found);
      at = end + 20;
    }
  };
  const listRefs = (lines: readonly string[]) => {
    const prefixes = lines.flatMap((text) => /^ref-prefix (.*)$/.exec(text)?.[1] ?? []);
    const all = [...refs];
    const head = refs.get(state.head);
    if (head !== undefined) all.unshift(['HEAD', head]);
    const shown = all.filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)));
    return Buffer.concat([
      ...shown.map(([name, id]) =>
        line(`${id} ${name}${name === 'HEAD' ? ` symref-target:${state.head}` : ''}`),
      ),
      FLUSH,
    ]);
  };
  const oldAdvertisement = () => {
    const offers = `multi_ack side-band-64k shallow symref=HEAD:${state.head}${canFilter ? ' filter allow-any-sha1-in-want' : ''}`;
    const all = [['HEAD', refs.get(state.head) ?? ''], ...refs];
    const [first = '', ...others] = all.map(([name, id]) => `${id} ${name}`);
    return Buffer.concat([
      line('# service=git-upload-pack'),
      FLUSH,
      ...[`${first}\0${offers}`, ...others, `shallow ${'0'.repeat(40)}`].map(line),
      FLUSH,
    ]);
  };
  const sendPack = (lines: readonly string[]) => {
    const wants = lines.flatMap((text) => /^want (\w+)/.exec(text)?.[1] ?? []);
    const missing = wants.find((id) => !objects.has(id));
    if (missing !== undefined) return line(`ERR upload-pack: not our ref ${missing}`);
    const withFiles = !(canFilter && lines.includes('filter blob:none'));
    const found = new Map<string, GitObject>();
    for (const id of wants) reachable(id, withFiles, found);
    const writer = new PackWriter();
    for (const object of found.values()) writer.whole(object);
    return packResponse(writer.finish(), version);
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const lines = linesOf(body);
      const wants = lines.filter((text) => text.startsWith('want ')).length;
      const command =
        lines.length > 0 && version === 0 ? 'fetch' : lines[0]?.replace('command=', '');
      requests.push(
        command === undefined ? 'discover' : `${command}${wants > 0 ? ` ${wants}` : ''}`,
      );
      if (state.fault?.(request, response, body) === true) return;
      if (
        state.authorization !== undefined &&
        request.headers.authorization !== state.authorization
      ) {
        response.writeHead(401).end();
        return;
      }
      const path = new URL(request.url ?? '', 'http://server').pathname;
      if (path === '/team/pages.git/info/refs') {
        response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement');
        response.end(version === 0 ? oldAdvertisement() : advertisement(canFilter));
      } else if (path === '/team/pages.git/git-upload-pack') {
        response.end(command === 'ls-refs' ? listRefs(lines) : sendPack(lines));
      } else if (path === '/team/pages/info/refs') {
        response.writeHead(301, { Location: `/team/pages.git/info/refs?service=git-upload-pack` });
        response.end();
      } else response.writeHead(404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const add = (object: GitObject) => {
    objects.set(gitId(object), object);
    return gitId(object);
  };
  return {
    origin,
    url: `${origin}/team/pages.git`,
    requests,
    state,
    objects,
    refs,
    add,
    /** Commits these files to a branch, and returns the id of the commit. */
    commit: (files: Readonly<Record<string, Entry>>, branch = 'main') => {
      const made = objectsOf(files);
      const ids = made.map(add);
      const id = add(commit(ids.at(-1) ?? ''));
      refs.set(`refs/heads/${branch}`, id);
      return id;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type GitTestServer = Awaited<ReturnType<typeof startGitServer>>;

/** What a server says first. */
const advertisement = (canFilter: boolean) =>
  Buffer.concat([
    line('# service=git-upload-pack'),
    FLUSH,
    line('version 2'),
    line('agent=git/test'),
    line('ls-refs=unborn'),
    line(`fetch=shallow${canFilter ? ' filter' : ''}`),
    line('object-format=sha1'),
    FLUSH,
  ]);

/** A pack as it is sent, with progress before it. */
export function packResponse(pack: Buffer, version: 0 | 2 = 2): Buffer {
  const bands: Buffer[] = [];
  for (let at = 0; at < pack.length; at += BAND_BYTES)
    bands.push(line(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + BAND_BYTES)])));
  return Buffer.concat([
    ...(version === 2 ? [line('shallow-info')] : []),
    line(`shallow ${'0'.repeat(40)}`),
    ...(version === 2 ? [DELIMITER, line('packfile')] : [FLUSH, line('NAK')]),
    line(Buffer.from('\u0002Counting objects')),
    ...bands,
    FLUSH,
  ]);
}

function linesOf(body: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < body.length;) {
    const length = Number.parseInt(body.slice(at, at + 4), 16);
    if (length > 4) lines.push(body.slice(at + 4, at + length).trimEnd());
    at += Math.max(length, 4);
  }
  return lines;
}
