import type { CurrentUser } from '../contract/public.ts';

/** Returns the first address that is flagged as primary or confirmed, else the first one. */
export function shownEmailOf({ email_addresses: addresses }: CurrentUser): string {
  const [address] = addresses.find(([, flagged]) => flagged) ?? addresses[0] ?? ['No email'];
  return address;
}
