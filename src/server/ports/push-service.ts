/** Where one browser gets its push notifications, and the keys to encrypt them with, in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** What is sent to a browser. A later push of the same topic replaces one that still waits at the push service. */
export type Push = { payload: string; topic: string; ttlSeconds: number; isUrgent: boolean };

/**
 * What became of a push. `gone`: the browser no longer wants any; `later`: try again, after `waitMs` if the service says so; `refused`: it will never be
 * accepted. `failure` is a code that never names a person.
 */
export type PushOutcome =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'later'; waitMs: number | null; failure: string }
  | { outcome: 'refused'; failure: string };

/** Sends push notifications through the services that browsers name. */
export type PushService = {
  /** The shop's public key, which browsers subscribe with: base64url. */
  key: string;
  /** Checks a target before it is stored: its key, and that its service is on a public network. Returns a sentence when it can't be used. */
  check(target: PushTarget): Promise<string | null>;
  /** Never throws. */
  send(target: PushTarget, push: Push, signal: AbortSignal): Promise<PushOutcome>;
};
