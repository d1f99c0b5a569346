import type { SourceError } from '../../../source-error.ts';
import { notARepository, oldProtocol, dumbServer } from './git-failures.ts';
import { lineOf, type Packet } from './packet-lines.ts';

/** What a server can do. */
export interface Advertisement {
  hash: 'sha1' | 'sha256';
  canFilter: boolean;
  canBeShallow: boolean;
}

const LINES_MAX = 1000;

/** Reads what a server of protocol version 2 says first. @throws {SourceError} */
export async function readAdvertisement(packets: AsyncIterable<Packet>): Promise<Advertisement> {
  let lines = 0;
  const capabilities = new Map<string, string>();
  for await (const packet of packets) {
    lines += 1;
    if (lines > LINES_MAX) throw notARepository();
    if (typeof packet === 'string') {
      if (capabilities.size > 0) break;
      continue;
    }
    const line = lineOf(packet);
    if (line.startsWith('# service=')) continue;
    if (capabilities.size === 0 && line !== 'version 2') throw oldProtocol();
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(line) ?? [];
    capabilities.set(name, value);
  }
  if (!capabilities.has('ls-refs') || !capabilities.has('fetch')) throw notARepository();
  const features = (capabilities.get('fetch') ?? '').split(' ');
  return {
    hash: capabilities.get('object-format') === 'sha256' ? 'sha256' : 'sha1',
    canFilter: features.includes('filter'),
    canBeShallow: features.includes('shallow'),
  };
}

/** Why a response that is no advertisement is none. */
export const failureOfText = (text: string): SourceError =>
  /^[0-9a-f]{40}(?:[0-9a-f]{24})?\t/.test(text) ? dumbServer() : notARepository();
