import { Resolver } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';

import { OutgoingError } from './outgoing-error.ts';
import { isInNetworks, isPublicAddress, networkList } from './private-addresses.ts';

/** Returns the IP addresses of a host; none where it has none. */
export type Resolve = (host: string) => Promise<string[]>;

export interface AddressPolicy {
  /** Refuses a URL whose host is an IP address that must not be reached. @throws {OutgoingError} */
  check(url: URL): void;
  /** Resolves the host of a connection, to addresses that may be reached. */
  lookupFor(protocol: string): LookupFunction;
}

interface AddressPolicyOptions {
  /** Addresses and networks that may be reached although they are private, and without https. */
  privateNetworks: readonly string[];
  /** DNS by default. */
  resolve?: Resolve;
}

/**
 * Returns which addresses requests to URLs that users chose may reach: those of the public Internet, by
 * https. The addresses that are checked are the ones that are connected to, so that a name cannot lead
 * elsewhere a moment later. Of a host with several addresses, each has to be allowed.
 */
export function createAddressPolicy({
  privateNetworks,
  resolve = resolveByDns,
}: AddressPolicyOptions): AddressPolicy {
  const allowed = networkList(privateNetworks);
  const require = (protocol: string, address: string) => {
    if (isInNetworks(allowed, address)) return;
    if (!isPublicAddress(address)) throw new OutgoingError('private');
    if (protocol !== 'https:') throw new OutgoingError('insecure');
  };
  return {
    check: ({ protocol, hostname }) => {
      const host = hostname.replaceAll(/[[\]]/g, '');
      if (isIP(host) !== 0) require(protocol, host);
      else if (protocol !== 'https:' && privateNetworks.length === 0) {
        throw new OutgoingError('insecure');
      }
    },
    lookupFor: (protocol) => (host, options, callback) => {
      resolve(host)
        .then((addresses) => {
          if (addresses.length === 0) throw new OutgoingError('unreachable');
          for (const address of addresses) require(protocol, address);
          return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        })
        .then(
          (found) => {
            if (options.all === true) callback(null, found);
            else callback(null, found[0]?.address ?? '', found[0]?.family);
          },
          (error: Error) => callback(error, ''),
        );
    },
  };
}

/**
 * Not by `dns.lookup`: that would let slow name servers of others take the threads that read files. Hosts of
 * /etc/hosts are not found.
 */
async function resolveByDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
