import type { Clock } from '../../ports/clock.ts';

export type ServerBackoff = ReturnType<typeof createServerBackoff>;

type Options = {
  clock: Clock;
  onTrouble(failure: string): void;
  onOver(): void;
};

/** How long to pause after the first failure, and at most; then one email is a test. */
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;

/** Pauses sending while the mail server is in trouble, for longer and longer. */
export function createServerBackoff({ clock, onTrouble, onOver }: Options) {
  /** While the server is in trouble: how long each pause lasts, and until when. */
  let rest: { ms: number; until: number } | null = null;

  /** A pause that would take longer than the longest one began before the clock was set back, so it is over. */
  const isResting = (): boolean => {
    const left = (rest?.until ?? 0) - clock.now();
    return left > 0 && left <= LONGEST_REST_MS;
  };

  return {
    isInTrouble: () => rest !== null,
    isResting,
    /** When sending may be tried again (epoch ms). */
    until: (): number => rest?.until ?? clock.now(),
    noteTrouble(failure: string): void {
      if (!rest) onTrouble(failure);
      // Several concurrent failures count as one.
      if (isResting()) return;
      const ms = rest ? Math.min(rest.ms * 2, LONGEST_REST_MS) : FIRST_REST_MS;
      rest = { ms, until: clock.now() + ms };
    },
    noteSuccess(): void {
      if (rest) onOver();
      rest = null;
    },
    /** Lets the next email be tried immediately. */
    tryAgainNow(): void {
      if (rest) rest = { ms: rest.ms / 2, until: clock.now() };
    },
  };
}
