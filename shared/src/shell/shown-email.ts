import type { CurrentUser } from '../contract/public.ts';

/** The first address that is flagged as primary or confirmed, else the first of all. */
export function shownEmailOf({ email_addresses: addresses }: CurrentUser): string {
  const [address] = addresses.find(([, flagged]) => flagged) ?? addresses[0] ?? ['No email'];
  return address;
}
