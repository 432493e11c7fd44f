import { createHmac, timingSafeEqual } from 'node:crypto';

/** What emails are unsubscribed from: a saved search, or what a person saved. */
export type Subscription = { kind: 'search' | 'saved'; id: string };

/** Signed addresses that work without logging in. */
export type UnsubscribeLinks = {
  pathTo(subscription: Subscription): string;
  /** What a path's last part unsubscribes from; null unless this shop signed it. */
  read(token: string): Subscription | null;
};

export const UNSUBSCRIBE_PATH = '/unsubscribe';

const TOKEN = /^(search|saved)\.([0-9a-f-]{36})\.([\w-]{43})$/u;

/** `secret` serves this purpose only. */
export function createUnsubscribeLinks(secret: string): UnsubscribeLinks {
  const sign = ({ kind, id }: Subscription): string => createHmac('sha256', secret).update(`${kind}\n${id}`).digest('base64url');
  return {
    pathTo: (subscription) => `${UNSUBSCRIBE_PATH}/${subscription.kind}.${subscription.id}.${sign(subscription)}`,
    read(token) {
      const [, kind, id = '', signature = ''] = (token.length < 100 && TOKEN.exec(token)) || [];
      if (kind !== 'search' && kind !== 'saved') return null;
      return timingSafeEqual(Buffer.from(sign({ kind, id })), Buffer.from(signature)) ? { kind, id } : null;
    },
  };
}
