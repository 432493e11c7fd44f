import { isIPv4 } from 'node:net';
import { toNetworks } from './client-network.ts';

/** Networks of IPv4 that aren't on the public internet (IANA's special-purpose registry), and multicast. */
const SPECIAL_IPV4 = toNetworks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]);
/** All of IPv6 that is public, and the special networks in it, some of which contain IPv4 addresses. */
const GLOBAL_IPV6 = toNetworks(['2000::/3']);
const SPECIAL_IPV6 = toNetworks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an IP address is on the public internet, so that the shop may connect to it on a stranger's behalf. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return SPECIAL_IPV4?.check(address, 'ipv4') === false;
  return GLOBAL_IPV6?.check(address, 'ipv6') === true && SPECIAL_IPV6?.check(address, 'ipv6') === false;
}
