import type { Decision, DecisionKind } from '#contract/decisions.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The decision as a heading. */
const KINDS: Record<DecisionKind, string> = {
  hold: 'Under review',
  removal: 'Listing removed',
  clearance: 'No problem found',
  warning: 'Warning',
  suspension: 'Selling suspended',
};

/** The same once it's undone. */
const UNDONE: typeof KINDS = {
  hold: 'Review ended',
  removal: 'Listing restored',
  clearance: 'Reopened',
  warning: 'Warning withdrawn',
  suspension: 'Suspension lifted',
};

const TONES: Record<DecisionKind, BadgeTone> = { hold: 'warning', removal: 'danger', clearance: 'good', warning: 'warning', suspension: 'danger' };

/** What a decision's badge says. */
export function badgeOf({ kind, review, undoneAt }: Pick<Decision, 'kind' | 'review' | 'undoneAt'>): { tone: BadgeTone; children: string } {
  if (undoneAt !== null) return { tone: 'neutral', children: review ? 'Review restored' : UNDONE[kind] };
  return { tone: TONES[kind], children: review ? 'Review removed' : KINDS[kind] };
}

type Words = { button: string; title: string; consequence: string; done: string; risky: boolean };

/** What the dialog asks, and what it says afterwards. */
export const DECIDING: Record<DecisionKind, Words> = {
  hold: {
    button: 'Put under review',
    title: 'Put this listing under review?',
    consequence:
      'It will be hidden and can’t be paid for until you end the review. Bookings stay. The seller and anyone who reported it will see your reason and can appeal once.',
    done: 'The listing is under review.',
    risky: false,
  },
  removal: {
    button: 'Remove',
    title: 'Remove this listing?',
    consequence:
      'It will be taken down, its unpaid bookings canceled and its reports closed. You can restore it for 30 days. The seller and anyone who reported it will see your reason.',
    done: 'The listing was removed.',
    risky: true,
  },
  clearance: {
    button: 'Clear',
    title: 'Clear this listing?',
    consequence:
      'Its reports will be closed, and it leaves the queue until it’s reported again or its risk rises. Anyone who reported it will see your reason.',
    done: 'The listing was cleared.',
    risky: false,
  },
  warning: {
    button: 'Warn seller',
    title: 'Warn this seller?',
    consequence: 'They’ll see your reason and can appeal once. The warning stays on their record until it’s withdrawn.',
    done: 'The seller was warned.',
    risky: false,
  },
  suspension: {
    button: 'Suspend seller',
    title: 'Suspend this seller?',
    consequence:
      'Their listings will be hidden and they can’t add new ones. They can still log in, hand over what’s paid, see your reason and appeal once. Buyers who wait for a handover are told, without your reason.',
    done: 'The seller was suspended.',
    risky: true,
  },
};

type Undoing = Pick<Words, 'button' | 'consequence' | 'done'>;

/** How undoing is labeled, and what it does. */
export const undoingOf = ({ kind, review }: Pick<Decision, 'kind' | 'review'>): Undoing => (review ? RESTORING_REVIEW : UNDOING[kind]);

const RESTORING_REVIEW: Undoing = {
  button: 'Restore',
  consequence: 'It can be read again, and its stars count.',
  done: 'The review was restored.',
};

const UNDOING: Record<DecisionKind, Undoing> = {
  hold: { button: 'End review', consequence: 'The listing will be visible again, and its reports closed.', done: 'The review has ended.' },
  removal: {
    button: 'Restore',
    consequence: 'The listing will be back, and on sale unless it’s sold or paused. Canceled bookings stay canceled.',
    done: 'The listing was restored.',
  },
  clearance: { button: 'Reopen', consequence: 'Its reports will be reopened, and it returns to the queue.', done: 'The listing is back in the queue.' },
  warning: { button: 'Withdraw warning', consequence: 'It will no longer count on their record.', done: 'The warning was withdrawn.' },
  suspension: {
    button: 'Lift suspension',
    consequence: 'The seller’s listings will be visible again, and they can sell again.',
    done: 'The suspension was lifted.',
  },
};
