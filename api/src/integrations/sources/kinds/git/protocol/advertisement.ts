import type { SourceError } from '../../../source-error.ts';
import { dumbServer, failureOfServer, notARepository, oldProtocol } from './git-failures.ts';
import { refOf, type Ref } from './git-refs.ts';
import { lineOf, type Packet } from './packet-lines.ts';

/** What a server can do. */
export interface Advertisement {
  /** Servers whose proxy does not pass on `Git-Protocol` speak version 0. */
  version: 0 | 2;
  hash: 'sha1' | 'sha256';
  canFilter: boolean;
  canBeShallow: boolean;
  /** Whether objects other than the last commits of branches may be asked for. */
  canWantAny: boolean;
  /** In version 0: all branches and tags, and what the server offers for a request. */
  refs: Ref[];
  offers: ReadonlySet<string>;
}

const LINES_MAX = 300_000;
/** The name of the service, a version that is as the one before it, and where the server's history ends. */
const IGNORED = /^(?:# service=|version 1$|shallow )/;

/** Reads what a server says first. @throws {SourceError} */
export async function readAdvertisement(packets: AsyncIterable<Packet>): Promise<Advertisement> {
  const lines: string[] = [];
  for await (const packet of packets) {
    if (typeof packet === 'string') {
      if (lines.length > 0) break;
      continue;
    }
    const line = lineOf(packet);
    if (line.startsWith('ERR ')) throw failureOfServer(line.slice(4));
    if (IGNORED.test(line)) continue;
    lines.push(line);
    if (lines.length > LINES_MAX) throw notARepository();
  }
  return lines[0] === 'version 2' ? ofVersion2(lines) : ofVersion0(lines);
}

function ofVersion2(lines: readonly string[]): Advertisement {
  const valueOf = (name: string) =>
    lines.find((line) => line === name || line.startsWith(`${name}=`))?.slice(name.length + 1);
  const fetch = valueOf('fetch')?.split(' ');
  if (fetch === undefined || valueOf('ls-refs') === undefined) throw notARepository();
  return {
    version: 2,
    hash: valueOf('object-format') === 'sha256' ? 'sha256' : 'sha1',
    canFilter: fetch.includes('filter'),
    canBeShallow: fetch.includes('shallow'),
    canWantAny: true,
    refs: [],
    offers: new Set(),
  };
}

/** The first line has what the server offers behind a NUL. */
function ofVersion0(lines: readonly string[]): Advertisement {
  const [first = '', offered = ''] = (lines[0] ?? '').split('\0');
  if (!/^[0-9a-f]{40}/.test(first)) throw notARepository();
  const offers = new Set(offered.trim().split(' '));
  if (!offers.has('side-band-64k')) throw oldProtocol();
  const canWantAny = offers.has('allow-any-sha1-in-want');
  const target = [...offers].find((offer) => offer.startsWith('symref=HEAD:'))?.slice(12);
  const all = [first, ...lines.slice(1)].map(refOf);
  const peeled = new Map(
    all.flatMap(({ name, id }) => (name.endsWith('^{}') ? [[name.slice(0, -3), id]] : [])),
  );
  return {
    version: 0,
    hash: offers.has('object-format=sha256') ? 'sha256' : 'sha1',
    canFilter: canWantAny && offers.has('filter'),
    canBeShallow: offers.has('shallow'),
    canWantAny,
    refs: all
      .filter(({ name }) => !name.endsWith('^{}'))
      .map(({ name, id }) => ({
        name,
        id,
        peeled: peeled.get(name),
        target: name === 'HEAD' ? target : undefined,
      })),
    offers,
  };
}

/** Why a response that is no advertisement is none. */
export const failureOfText = (text: string): SourceError =>
  /^[0-9a-f]{40}(?:[0-9a-f]{24})?\t/.test(text) ? dumbServer() : notARepository();
