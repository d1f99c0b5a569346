import {
  isOAuthKind,
  OAUTH_KINDS,
  TOKEN_KINDS,
  type OAuthKindName,
  type SourceKindName,
  type SourcePlace,
} from '@carrel/shared/contract/sources';

import { invalid } from '../../platform/http/problems.ts';
import { createAddressPolicy } from '../../platform/outgoing/address-policy.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { knownKinds } from './kinds-table.ts';

type Offering = Pick<Settings, 'sourceFolders' | 'sourceNetworks' | 'sourceClients'>;

/** Folders of the server that sources of an organization may follow. */
export const foldersOf = (
  { sourceFolders }: Pick<Settings, 'sourceFolders'>,
  organizationId: string,
): string[] =>
  sourceFolders.flatMap(({ organizationId: only, path }) =>
    only === undefined || only === organizationId ? [path] : [],
  );

/** Kinds that an organization can add: those that need a setting, where it is there. */
export function offeredKinds(settings: Offering, organizationId: string): SourceKindName[] {
  return knownKinds.filter((kind) => {
    if (kind === 'folder') return foldersOf(settings, organizationId).length > 0;
    const takesToken = (TOKEN_KINDS as readonly string[]).includes(kind);
    return !isOAuthKind(kind) || takesToken || isSet(settings, kind);
  });
}

/** Kinds that a person can connect by signing in. */
export const connectedKinds = (settings: Offering): OAuthKindName[] =>
  OAUTH_KINDS.filter((kind) => isSet(settings, kind));

const isSet = ({ sourceClients }: Offering, kind: OAuthKindName): boolean =>
  sourceClients[kind] !== undefined;

/** Refuses a kind that is not offered, and an address that must not be reached. @throws {Problem} 422 */
export function requireOffered(
  settings: Offering,
  organizationId: string,
  place: SourcePlace,
): void {
  if (!offeredKinds(settings, organizationId).includes(place.kind)) {
    throw invalid([
      { path: 'place.kind', message: 'This kind is not set up on this server. Ask its operator.' },
    ]);
  }
  const [field, address] = addressOf(place);
  if (address === undefined) return;
  try {
    createAddressPolicy({ privateNetworks: settings.sourceNetworks }).check(new URL(address));
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw invalid([{ path: `place.${field}`, message: error.message }]);
  }
}

/** The field of a place that has an address, and that. */
function addressOf(place: SourcePlace): [field: string, address: string | undefined] {
  if ('url' in place) return ['url', place.url];
  if ('site_url' in place) return ['site_url', place.site_url];
  return ['endpoint', place.kind === 's3' ? place.endpoint : undefined];
}
