import { detectNameDecoder } from '@carrel/shared/contract/archive-rules';
import type { DecodeName } from '@carrel/shared/contract/archive-rules';

import { legacyNames } from './directory-entry.ts';
import { forEachYielding } from './yield-to-main.ts';

/**
 * Returns the decoder of the names that are not in UTF-8, the same as the server's. Undefined where
 * there are none or their encoding is not sure. The detection is loaded only for zips that need it.
 */
export async function detectLegacyNames(
  bytes: Uint8Array,
  count: number,
): Promise<DecodeName | undefined> {
  const names: Uint8Array[] = [];
  await forEachYielding(legacyNames(bytes, count), (name) => {
    if (name !== undefined) names.push(name);
  });
  if (names.length === 0) return undefined;
  const { analyse } = await import('chardet');
  return detectNameDecoder(names, analyse);
}
