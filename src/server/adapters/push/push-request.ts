import { Resolver } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../security/public-addresses.ts';

/** Finds a host's addresses. */
export type FindAddresses = (host: string) => Promise<string[]>;

type Posted = { headers: Record<string, string | number>; body: Uint8Array; signal: AbortSignal };
export type Answered = { status: number; retryAfter: string | undefined };

/** The host isn't on the public internet: nothing may be sent there on a stranger's behalf. */
export class NotPublic extends Error {}

const LOOKUP_MS = 2000;
/** Replies have no content that matters. */
const REPLY_BYTES = 4096;

/** The addresses of a public host. Throws `NotPublic` if any of them isn't public, and another error when it has none. */
export async function findPublicAddresses(url: URL, find: FindAddresses = findAddresses): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const addresses = isIP(host) === 0 ? await find(host) : [host];
  if (addresses.length === 0) throw Object.assign(new Error(`${url.host} has no address`), { code: 'NO_ADDRESS' });
  if (!addresses.every(isPublicAddress)) throw new NotPublic(url.host);
  return addresses;
}

/** Not through the system's own lookup: that would know names of its own network, and hold up other work. */
async function findAddresses(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** Posts to exactly these addresses of a host, whatever its name stands for by then. Follows no redirect, and reads no more of the reply than its head. */
export function post(url: URL, addresses: string[], { headers, body, signal }: Posted): Promise<Answered> {
  const request = url.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false, lookup: lookupOf(addresses), headers, signal, maxHeaderSize: REPLY_BYTES });
    sent.on('error', reject);
    // A switch to another protocol ends a request with neither a reply nor an error.
    sent.on('close', () => reject(new Error(`${url.host} gave no reply`)));
    sent.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.on('error', () => {});
      response.destroy();
    });
    sent.end(body);
  });
}

function lookupOf(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
