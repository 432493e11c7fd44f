import type { ProviderVisit, SignedInIdentity } from '../../ports/identity.ts';

/** Where the shop's own identity service receives a returning window. */
const LANDING = '/api/auth/sign-in-window';
const CHANNEL = 'sign-in';
const LOOK_MS = 400;
/** A window's last message may arrive shortly after it closed. */
const GRACE_MS = 1500;
const SHAPE = 'popup,width=480,height=680';

type SignInWindow = {
  /** The path that the provider must return to. */
  landing: string;
  goTo(address: string): void;
  close(): void;
  /**
   * Resolves when the window returns, with its error or null, or `closed` when it seems to be closed. A provider may cut the window off from this
   * page, which looks the same: `onLate` is called if it returns after all.
   */
  ended(onLate: (error: string | null) => void): Promise<{ error: string | null } | 'closed'>;
};

type Visit = {
  /** Returns the provider's address for a visit that returns to this path. */
  find(comeBackTo: string): Promise<string>;
  findCurrent(): Promise<SignedInIdentity | null>;
  /** The path to return to when this page was left. */
  returnTo: string;
};

/** Visits a provider in a separate window; null where one can't be opened. */
export function visitInWindow(visit: Visit): Promise<ProviderVisit> | null {
  const opened = openSignInWindow();
  return opened && visitIn(opened, visit);
}

/** Opens a window for a visit to a provider; null where that isn't possible, such as outside of a click. */
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
    // A channel reaches only pages of this origin; the id tells our window from those of other tabs.
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

/** On a phone the visit moves to another app, or to a tab behind this one, where a window gets lost. */
const isPhone = (): boolean => window.matchMedia('(pointer: coarse)').matches;

async function visitIn(opened: SignInWindow, { find, findCurrent, returnTo }: Visit): Promise<ProviderVisit> {
  // Late, so behave as if this page had been left and returned to.
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
