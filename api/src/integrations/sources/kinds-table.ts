import type { SourceKindName } from '@carrel/shared/contract/sources';

import type { SourceKind } from './source-kind.ts';

type Load = () => Promise<SourceKind>;

/** Every kind, loaded with its first source. A new kind is a folder below `kinds`, and a line here. */
const LOADS: Partial<Record<SourceKindName, Load>> = {};

/** Kinds that this server knows. */
export const knownKinds = Object.keys(LOADS) as SourceKindName[];

/** @throws for a kind that this version does not know, as after a downgrade. */
export async function loadKind(kind: SourceKindName): Promise<SourceKind> {
  const load = LOADS[kind];
  if (load === undefined) throw new Error(`This version does not know the source "${kind}"`);
  return load();
}
