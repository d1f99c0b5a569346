import { Resolver } from 'node:dns/promises';

/** For all name servers and tries together. */
const DEADLINE_MILLISECONDS = 6000;
/** What DNS says where a name has no such record. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

/** The name servers did not respond. */
export class NoNameServer extends Error {
  override readonly name = 'NoNameServer';
}

/**
 * Returns whether DNS has a TXT record with a value. `servers` are asked, or those of this machine.
 * @throws {NoNameServer} if there is no response in time.
 */
export async function hasRecord(
  name: string,
  value: string,
  servers: readonly string[],
): Promise<boolean> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), DEADLINE_MILLISECONDS);
  try {
    const records = await resolver.resolveTxt(name);
    // A long value arrives in parts.
    return records.some((parts) => parts.join('').trim() === value);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw new NoNameServer('DNS did not respond', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
