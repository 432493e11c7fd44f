import type { Clock } from '../../ports/clock.ts';
import type { PushOutcome, PushService, PushTarget } from '../../ports/push-service.ts';
import { type BrowserKeys, encryptPush, importPublicKey } from './encryption.ts';
import { type Answered, type FindAddresses, findPublicAddresses, NotPublic, post } from './push-request.ts';
import type { Vapid } from './vapid.ts';

type WebPushOptions = {
  vapid: Vapid;
  clock: Clock;
  /** The origin of a stand-in for push services on this machine, for tests; null: none. */
  standIn: string | null;
  findAddresses?: FindAddresses;
};

const TRY_MS = 10_000;
const LONGEST_WAIT_MS = 60 * 60_000;
const UNUSABLE = 'This browser’s push service can’t be used: its address must begin with https:// and be on the public internet.';
const UNREACHABLE = 'This browser’s push service can’t be found right now. Try again later.';
const WRONG_KEY = 'This browser’s public key can’t be used.';

/** Sends push notifications to whatever service a browser named (RFC 8030), as long as it is on the public internet. */
export function createWebPush({ vapid, clock, standIn, findAddresses }: WebPushOptions): PushService {
  const addressesOf = async (url: URL): Promise<string[]> => {
    if (url.origin === standIn) return [url.hostname];
    if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') throw new NotPublic(url.host);
    return findPublicAddresses(url, findAddresses);
  };

  return {
    key: vapid.publicKey,
    async check(target) {
      try {
        await addressesOf(new URL(target.endpoint));
      } catch (error) {
        return error instanceof NotPublic || error instanceof TypeError ? UNUSABLE : UNREACHABLE;
      }
      return importPublicKey(keysOf(target).publicKey).then(
        () => null,
        () => WRONG_KEY,
      );
    },
    async send(target, { payload, topic, ttlSeconds, isUrgent }, signal) {
      try {
        const url = new URL(target.endpoint);
        const addresses = await addressesOf(url);
        const body = await encryptPush(new TextEncoder().encode(payload), keysOf(target));
        const headers = {
          authorization: await vapid.authorize(url, clock.now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          'content-length': body.length,
          ttl: ttlSeconds,
          urgency: isUrgent ? 'high' : 'normal',
          topic,
        };
        return toOutcome(await post(url, addresses, { headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]) }));
      } catch (error) {
        if (error instanceof NotPublic) return { outcome: 'refused', failure: 'NOT_PUBLIC' };
        return { outcome: 'later', waitMs: null, failure: codeOf(error) };
      }
    },
  };
}

function keysOf({ p256dh, auth }: PushTarget): BrowserKeys {
  return { publicKey: new Uint8Array(Buffer.from(p256dh, 'base64url')), auth: new Uint8Array(Buffer.from(auth, 'base64url')) };
}

function toOutcome({ status, retryAfter }: Answered): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const failure = `HTTP_${status}`;
  if (status !== 429 && status < 500) return { outcome: 'refused', failure };
  const seconds = /^\d{1,6}$/u.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return { outcome: 'later', waitMs: seconds === null ? null : Math.min(seconds * 1000, LONGEST_WAIT_MS), failure };
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNREACHABLE');
