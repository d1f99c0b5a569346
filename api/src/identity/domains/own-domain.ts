import { getDomain } from 'tldts';

import { invalid } from '../../platform/http/problems.ts';
import { PUBLIC_MAIL_DOMAINS } from './public-mail-domains.ts';

/**
 * Requires a domain that somebody can own: not one where anybody gets an address, nor a public suffix such as co.uk
 * or github.io, below which others register names.
 * @throws {Problem} 422
 */
export function requireOwnDomain(domain: string): void {
  if (PUBLIC_MAIL_DOMAINS.has(domain)) {
    throw refused(`Anybody can have an address of ${domain}. Add a domain of your own.`);
  }
  if (getDomain(domain, { allowPrivateDomains: true }) === null) {
    throw refused(`Others register domains below ${domain}. Add a domain of your own.`);
  }
}

const refused = (message: string) => invalid([{ path: 'domain', message }]);
