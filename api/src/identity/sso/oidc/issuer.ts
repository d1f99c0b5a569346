import { isLoopback } from '../../../platform/http/origins/allowed-origins.ts';
import { invalid } from '../../../platform/http/problems.ts';

/** Whether an issuer may be used without encryption: on this machine, while the console is on it too. */
export const isPlain = (issuer: string, publicUrl: string): boolean =>
  issuer.startsWith('http:') && isLoopback(issuer) && isLoopback(publicUrl);

/** @throws {Problem} 422 for an issuer without https. */
export function requireSecure(issuer: string, publicUrl: string): void {
  if (new URL(issuer).protocol === 'https:' || isPlain(issuer, publicUrl)) return;
  throw invalid([{ path: 'issuer', message: 'The address must begin with https://.' }]);
}
