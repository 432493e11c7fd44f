import type { DecisionKind } from '#contract/decisions.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** What was decided, as a heading. */
export const KINDS: Record<DecisionKind, string> = {
  hold: 'Held back while the shop looks at it',
  removal: 'Taken off the shop',
  clearance: 'Found to be in order',
  warning: 'A warning',
  suspension: 'Suspended: can’t sell',
};

export const TONES: Record<DecisionKind, BadgeTone> = { hold: 'warning', removal: 'danger', clearance: 'good', warning: 'warning', suspension: 'danger' };

type Words = { button: string; title: string; consequence: string; done: string; risky: boolean };

/** What deciding asks, and says afterwards. */
export const DECIDING: Record<DecisionKind, Words> = {
  hold: {
    button: 'Hold back',
    title: 'Hold this listing back?',
    consequence:
      'Nobody sees or pays for it until you release it. Bookings are kept. Its seller and whoever reported it read your reason, and can answer once.',
    done: 'Held back.',
    risky: false,
  },
  removal: {
    button: 'Remove',
    title: 'Remove this listing?',
    consequence:
      'It leaves the shop, its unpaid bookings end, and its reports are closed. It can be brought back for 30 days. Its seller and whoever reported it read your reason.',
    done: 'Removed.',
    risky: true,
  },
  clearance: {
    button: 'In order',
    title: 'Is this listing in order?',
    consequence: 'Its reports are closed, and it leaves the queue until there is a new one or its risk rises. Whoever reported it reads your reason.',
    done: 'Noted as in order.',
    risky: false,
  },
  warning: {
    button: 'Warn seller',
    title: 'Warn this seller?',
    consequence: 'They read your reason, and can answer once. The warning counts in their record until it is withdrawn.',
    done: 'Warned.',
    risky: false,
  },
  suspension: {
    button: 'Suspend seller',
    title: 'Suspend this seller?',
    consequence: 'Everything they have on sale leaves the site, and they can list nothing. They can still sign in, read your reason, and answer once.',
    done: 'Suspended.',
    risky: true,
  },
};

/** What undoing is called, and does. */
export const UNDOING: Record<DecisionKind, Pick<Words, 'button' | 'consequence' | 'done'>> = {
  hold: { button: 'Release', consequence: 'The listing is shown again as it was, and its reports are closed.', done: 'Released.' },
  removal: { button: 'Bring back', consequence: 'The listing is on the shop again; bookings that ended stay so.', done: 'Brought back.' },
  clearance: { button: 'Look again', consequence: 'Its reports are open again, and it is back in the queue.', done: 'Back in the queue.' },
  warning: { button: 'Withdraw', consequence: 'It counts no more in the seller’s record.', done: 'Withdrawn.' },
  suspension: { button: 'Lift', consequence: 'The seller’s listings come back as they were, and they can sell again.', done: 'Lifted.' },
};
