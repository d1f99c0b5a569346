import type { Settings } from '../../../platform/settings/settings.ts';

/** Whom passkeys are for: WebAuthn's relying party. */
export interface RelyingParty {
  /** A host name. A passkey that was made for one is of no use for another. */
  id: string;
  name: string;
  /** Origins whose pages may use its passkeys. */
  origins: string[];
}

/** Returns the relying party of a server: the host of its public URL, for the consoles on this host and below it. */
export function relyingPartyOf({
  publicUrl,
  consoleOrigins,
}: Pick<Settings, 'publicUrl' | 'consoleOrigins'>): RelyingParty {
  const id = new URL(publicUrl).hostname;
  const origins = consoleOrigins.filter((origin) => {
    const { hostname } = new URL(origin);
    return hostname === id || hostname.endsWith(`.${id}`);
  });
  return { id, name: 'Carrel', origins };
}
