import { BlockList, isIPv6 } from 'node:net';

/** Networks of IPv4 that are not of the public Internet: IANA's registry of special-purpose addresses, and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** All of IPv6 that is assigned to hosts of the Internet. What is mapped from IPv4 is outside of it. */
const GLOBAL_IPV6 = ['2000::/3'];

/** Of these, networks that lead elsewhere: tunnels, which contain an IPv4 address, and documentation. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const specialIpv4 = networkList(SPECIAL_IPV4);
const globalIpv6 = networkList(GLOBAL_IPV6);
const specialIpv6 = networkList(SPECIAL_IPV6);

/** Returns a list of addresses and networks such as `127.0.0.1` or `10.0.0.0/8`. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Returns whether a list has an IP address. */
export const isInNetworks = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns whether an IP address is of a host on the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !isInNetworks(specialIpv4, address);
  return isInNetworks(globalIpv6, address) && !isInNetworks(specialIpv6, address);
}
