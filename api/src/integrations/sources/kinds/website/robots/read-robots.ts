import { SourceError } from '../../../source-error.ts';
import type { SourceHttp } from '../../../http/source-http.ts';
import { ALLOW_ALL, parseRobots, type RobotsRules } from './robots-rules.ts';

/** Bytes that are read of it; the rest is ignored. */
const BYTES_MAX = 512 * 1024;
export const PRODUCT_TOKEN = 'Carrel';

/**
 * Reads the robots.txt of a host. One that is not there allows everything; one that cannot be read allows
 * nothing, which ends the run. `url` is where it was, after redirects.
 * @throws {SourceError}
 */
export async function readRobots(
  http: SourceHttp,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ rules: RobotsRules; url: URL | undefined }> {
  try {
    const response = await http.request(new URL('/robots.txt', origin), {
      headers,
      bytesMax: Number.MAX_SAFE_INTEGER,
    });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body()) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= BYTES_MAX) break;
    }
    const text = Buffer.concat(pieces).subarray(0, BYTES_MAX).toString('utf8');
    // A page in its place, as of servers that answer everything with one, has no rules.
    return { rules: parseRobots(text, PRODUCT_TOKEN), url: response.url };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const isMissing =
      ['sign_in', 'forbidden', 'not_found', 'redirected'].includes(error.code) ||
      /status 4\d\d/.test(error.message);
    if (isMissing) return { rules: ALLOW_ALL, url: undefined };
    throw error;
  }
}
