import type { SourceSecret } from '@carrel/shared/contract/sources';

import type { SourceHttp, SourceResponse } from '../../../http/source-http.ts';
import { SourceError } from '../../../source-error.ts';
import { failureOfText, readAdvertisement, type Advertisement } from './advertisement.ts';
import { failureOfServer, failureOfStatus } from './git-failures.ts';
import { authorizationOf } from './git-credentials.ts';
import { lineOf, packetLines, readPackets, type Packet } from './packet-lines.ts';

const AGENT = 'agent=carrel';
const REFUSALS = [401, 403, 404, 410];
const ADVERTISEMENT_TYPE = 'application/x-git-upload-pack-advertisement';
const ADVERTISEMENT_BYTES_MAX = 1024 * 1024;
const REFS_BYTES_MAX = 4 * 1024 * 1024;
const PACKET_OVERHEAD = 1.01;

export interface Ref {
  name: string;
  id: string;
  /** What an annotated tag stands for. */
  peeled?: string | undefined;
  /** What `HEAD` stands for, such as `refs/heads/main`. */
  target?: string | undefined;
}

export interface FetchRequest {
  wants: readonly string[];
  /** A commit with its folders and files, with its folders only where the server can, or single files. */
  what: 'files' | 'folders' | 'blobs';
  /** Of the pack, at most. */
  bytesMax: number;
}

/** A repository behind `git-upload-pack` by http, in version 2 of the protocol. Its calls throw {SourceError}. */
export interface GitServer {
  advertisement(): Promise<Advertisement>;
  refs(prefixes: readonly string[]): Promise<Ref[]>;
  /** The bytes of a pack with the wanted objects and what they lead to, without history. */
  fetch(request: FetchRequest): AsyncGenerator<Uint8Array>;
}

export function createGitServer(
  address: string,
  { http, secret }: { http: SourceHttp; secret: SourceSecret | undefined },
): GitServer {
  const first = new URL(address);
  const authorization = authorizationOf(first, secret);
  const send = async (
    url: URL,
    request: { body?: Buffer; bytesMax: number; headers?: Record<string, string> },
  ): Promise<SourceResponse> => {
    const response = await http.request(url, {
      method: request.body === undefined ? 'GET' : 'POST',
      ...(request.body !== undefined && { body: request.body }),
      bytesMax: request.bytesMax,
      headers: {
        'Git-Protocol': 'version=2',
        ...(authorization !== undefined && { Authorization: authorization }),
        ...request.headers,
      },
      accept: REFUSALS,
    });
    if (!REFUSALS.includes(response.status)) return response;
    response.discard();
    throw failureOfStatus(response.status, authorization !== undefined);
  };
  const discover = async (): Promise<Discovered> => {
    const url = new URL(first);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/info/refs`;
    url.searchParams.set('service', 'git-upload-pack');
    const response = await send(url, { bytesMax: ADVERTISEMENT_BYTES_MAX });
    if (response.headers['content-type']?.startsWith(ADVERTISEMENT_TYPE) !== true)
      throw failureOfText(await headOf(response));
    const commands = new URL(response.url);
    commands.pathname = commands.pathname.replace(/info\/refs$/, 'git-upload-pack');
    commands.searchParams.delete('service');
    return { commands, advertisement: await readAdvertisement(readPackets(response.body())) };
  };
  let discovered: Promise<Discovered> | undefined;
  const known = () => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  const command = async (name: string, lines: readonly string[], bytesMax: number) => {
    const { commands, advertisement } = await known();
    const body = packetLines([
      `command=${name}`,
      AGENT,
      `object-format=${advertisement.hash}`,
      { separator: 'delimiter' },
      ...lines,
      { separator: 'flush' },
    ]);
    const response = await send(commands, {
      body,
      bytesMax,
      headers: {
        'Content-Type': 'application/x-git-upload-pack-request',
        Accept: 'application/x-git-upload-pack-result',
      },
    });
    return readPackets(response.body());
  };
  return {
    advertisement: async () => (await known()).advertisement,
    refs: async (prefixes) => {
      const lines = ['peel', 'symrefs', ...prefixes.map((prefix) => `ref-prefix ${prefix}`)];
      const refs: Ref[] = [];
      for await (const packet of await command('ls-refs', lines, REFS_BYTES_MAX)) {
        if (typeof packet === 'string') break;
        refs.push(refOf(lineOf(packet)));
      }
      return refs;
    },
    fetch: async function* ({ wants, what, bytesMax }) {
      const { canFilter, canBeShallow } = (await known()).advertisement;
      const lines = [
        'ofs-delta',
        'no-progress',
        ...(canBeShallow && what !== 'blobs' ? ['deepen 1'] : []),
        ...(canFilter && what === 'folders' ? ['filter blob:none'] : []),
        ...wants.map((id) => `want ${id}`),
        'done',
      ];
      const packets = await command('fetch', lines, Math.ceil(bytesMax * PACKET_OVERHEAD) + 65_536);
      yield* packOf(packets);
    },
  };
}

interface Discovered {
  commands: URL;
  advertisement: Advertisement;
}

const HEAD_CHARACTERS = 1000;

/** The beginning of a text, for what it says. */
async function headOf(response: SourceResponse): Promise<string> {
  let text = '';
  for await (const piece of response.body()) {
    text += Buffer.from(piece).toString('latin1');
    if (text.length >= HEAD_CHARACTERS) break;
  }
  return text;
}

function refOf(line: string): Ref {
  const [id = '', name = '', ...attributes] = line.split(' ');
  if (line.startsWith('ERR ')) throw failureOfServer(line.slice(4));
  if (!isObjectId(id) && id !== 'unborn') throw new SourceError('invalid_response');
  const valueOf = (key: string) =>
    attributes.find((attribute) => attribute.startsWith(key))?.slice(key.length);
  return { name, id, peeled: valueOf('peeled:'), target: valueOf('symref-target:') };
}

export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

const SIDE_BANDS = { pack: 1, progress: 2, error: 3 };

/** The bytes of the section `packfile`. */
async function* packOf(packets: AsyncIterable<Packet>): AsyncGenerator<Uint8Array> {
  let isInPack = false;
  for await (const packet of packets) {
    if (packet === 'flush') {
      if (isInPack) return;
      break;
    }
    if (typeof packet === 'string') continue;
    if (!isInPack) {
      const line = lineOf(packet);
      if (line.startsWith('ERR ')) throw failureOfServer(line.slice(4));
      isInPack = line === 'packfile';
      continue;
    }
    if (packet[0] === SIDE_BANDS.error) throw failureOfServer(lineOf(packet.subarray(1)));
    if (packet[0] === SIDE_BANDS.pack) yield packet.subarray(1);
    else if (packet[0] !== SIDE_BANDS.progress) throw new SourceError('invalid_response');
  }
  throw new SourceError('invalid_response', {
    message: 'The Git server ended its response too early.',
  });
}
