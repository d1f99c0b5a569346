/** Returns an address as it is compared: two spellings of one mailbox have the same key. */
export function addressKey(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}
