import type { SourceSecret } from '@carrel/shared/contract/sources';

import type { SourceHttp, SourceResponse } from '../../../http/source-http.ts';
import { SourceError } from '../../../source-error.ts';
import { failureOfText, readAdvertisement, type Advertisement } from './advertisement.ts';
import { AGENT, fetchLines, type FetchRequest } from './fetch-lines.ts';
import { authorizationOf } from './git-credentials.ts';
import { failureOfServer, failureOfStatus } from './git-failures.ts';
import { refOf, type Ref } from './git-refs.ts';
import { lineOf, packetLines, readPackets, type Packet, type PacketLine } from './packet-lines.ts';

const REFUSALS = [401, 403, 404, 410];
const ADVERTISEMENT_TYPE = 'application/x-git-upload-pack-advertisement';
const ADVERTISEMENT_BYTES_MAX = 32 * 1024 * 1024;
const REFS_BYTES_MAX = 4 * 1024 * 1024;
const PACKET_OVERHEAD = 1.01;

/** A repository behind `git-upload-pack` by http, in version 2 of the protocol or in version 0. Its calls throw {SourceError}. */
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
  const post = async (lines: readonly PacketLine[], bytesMax: number) => {
    const response = await send((await known()).commands, {
      body: packetLines(lines),
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
      const { advertisement } = await known();
      if (advertisement.version === 0) return advertisement.refs;
      const lines = ['peel', 'symrefs', ...prefixes.map((prefix) => `ref-prefix ${prefix}`)];
      const body = [...command('ls-refs', advertisement), ...lines, FLUSH];
      const refs: Ref[] = [];
      for await (const packet of await post(body, REFS_BYTES_MAX)) {
        if (typeof packet === 'string') break;
        refs.push(refOf(lineOf(packet)));
      }
      return refs;
    },
    fetch: async function* (request) {
      const { advertisement } = await known();
      const isOld = advertisement.version === 0;
      const lines = fetchLines(request, advertisement);
      const body = isOld ? lines : [...command('fetch', advertisement), ...lines];
      const bytesMax = Math.ceil(request.bytesMax * PACKET_OVERHEAD) + 65_536;
      yield* packOf(await post(body, bytesMax), isOld ? 'NAK' : 'packfile');
    },
  };
}

/** How a request of version 2 begins. */
const command = (name: string, { hash }: Advertisement): PacketLine[] => [
  `command=${name}`,
  AGENT,
  `object-format=${hash}`,
  { separator: 'delimiter' },
];

const FLUSH = { separator: 'flush' } as const;

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

const SIDE_BANDS = { pack: 1, progress: 2, error: 3 };

/** The bytes of the pack behind the line `start`. */
async function* packOf(packets: AsyncIterable<Packet>, start: string): AsyncGenerator<Uint8Array> {
  let isInPack = false;
  for await (const packet of packets) {
    if (packet === 'flush' && isInPack) return;
    if (typeof packet === 'string') continue;
    if (!isInPack) {
      const line = lineOf(packet);
      if (line.startsWith('ERR ')) throw failureOfServer(line.slice(4));
      isInPack = line === start;
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
