import type { Clock } from '../../ports/clock.ts';

export type ServerBackoff = ReturnType<typeof createServerBackoff>;

type Options = {
  clock: Clock;
  onTrouble(failure: string): void;
  onOver(): void;
};

/** A server in trouble is left alone for as long, at first and at the most; then one mail is a try. */
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;

/** Leaves a mail server alone while it is in trouble, for longer and longer. */
export function createServerBackoff({ clock, onTrouble, onOver }: Options) {
  /** While the server is in trouble: how long it is left alone each time, and until when. */
  let rest: { ms: number; until: number } | null = null;

  return {
    isInTrouble: () => rest !== null,
    isResting: () => rest !== null && rest.until > clock.now(),
    /** When the server may be asked again (epoch ms). */
    until: (): number => rest?.until ?? clock.now(),
    noteTrouble(failure: string): void {
      if (!rest) onTrouble(failure);
      const now = clock.now();
      // Several that were under way at once are one failure.
      if (rest && now < rest.until) return;
      const ms = rest ? Math.min(rest.ms * 2, LONGEST_REST_MS) : FIRST_REST_MS;
      rest = { ms, until: now + ms };
    },
    noteSuccess(): void {
      if (rest) onOver();
      rest = null;
    },
    /** Lets the next mail be the second try, right away. */
    tryAgainNow(): void {
      if (rest) rest = { ms: rest.ms / 2, until: clock.now() };
    },
  };
}
