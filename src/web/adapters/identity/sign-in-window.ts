import type { ProviderVisit, SignedInIdentity } from '../../ports/identity.ts';

/** Where the shop's own identity service answers a window that is back. */
const LANDING = '/api/auth/sign-in-window';
const CHANNEL = 'sign-in';
const LOOK_MS = 400;
/** What the window said last may come a little after it closed. */
const GRACE_MS = 1500;
const SHAPE = 'popup,width=480,height=680';

type SignInWindow = {
  /** Where the provider must come back to. */
  landing: string;
  goTo(address: string): void;
  close(): void;
  /**
   * Waits until it is back: the error it came with, null without one, or `closed` when it seems to be closed. A provider may cut it
   * off from this page, which looks the same: when it comes back after all, `onLate` is told.
   */
  ended(onLate: (error: string | null) => void): Promise<{ error: string | null } | 'closed'>;
};

type Visit = {
  /** The provider's address for a visit that comes back to this path. */
  find(comeBackTo: string): Promise<string>;
  findCurrent(): Promise<SignedInIdentity | null>;
  /** Where a visit comes back to that left this page. */
  returnTo: string;
};

/** Visits a provider in a window of its own; null where there can't be one. */
export function visitInWindow(visit: Visit): Promise<ProviderVisit> | null {
  const opened = openSignInWindow();
  return opened && visitIn(opened, visit);
}

/** Opens a window for a visit to a provider; null where there can't be one, as when no press is being answered. */
function openSignInWindow(): SignInWindow | null {
  const opened = isPhone() || typeof BroadcastChannel === 'undefined' ? null : window.open('about:blank', '_blank', SHAPE);
  if (!opened) return null;
  const id = crypto.randomUUID();
  return {
    landing: `${LANDING}?id=${id}`,
    goTo(address) {
      opened.location.href = address;
    },
    close: () => opened.close(),
    // A browser lets pages of this origin alone speak on its channels; the id tells our window from those of other tabs.
    ended: (onLate) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel(CHANNEL);
        let hear = (error: string | null): void => resolve({ error });
        const looking = setInterval(() => {
          if (!opened.closed) return;
          clearInterval(looking);
          setTimeout(() => {
            hear = onLate;
            resolve('closed');
          }, GRACE_MS);
        }, LOOK_MS);
        channel.onmessage = ({ data }: MessageEvent<{ id?: unknown; error?: unknown } | null>) => {
          if (data?.id !== id) return;
          clearInterval(looking);
          channel.close();
          hear(typeof data.error === 'string' ? data.error : null);
        };
      }),
  };
}

/** Hands over to another app, or to a tab behind this one: on a phone a window is neither seen nor found again. */
const isPhone = (): boolean => window.matchMedia('(pointer: coarse)').matches;

async function visitIn(opened: SignInWindow, { find, findCurrent, returnTo }: Visit): Promise<ProviderVisit> {
  // As if this page had been left: it comes back to itself.
  const ended = opened.ended((error) => window.location.assign(error === null ? returnTo : `${returnTo}&${new URLSearchParams({ error })}`));
  const address = await find(opened.landing).catch((error: unknown) => {
    opened.close();
    throw error;
  });
  opened.goTo(address);
  const outcome = await ended;
  if (outcome === 'closed') return { kind: 'canceled' };
  if (outcome.error !== null) return { kind: 'failed', reason: outcome.error };
  const identity = await findCurrent();
  return identity ? { kind: 'signed-in', identity } : { kind: 'canceled' };
}
