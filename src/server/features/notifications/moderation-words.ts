import { type Message, message } from '../../messages/message.ts';
import type { Words } from './words.ts';

const DECISIONS = '/dashboard/decisions';
const ANSWER = 'If you see it otherwise, you can answer once, and the shop reads it.';

type Named = { model_name: string };

const toSeller = (kind: Words['kind'], subject: Message, text: Message, label = 'Read it and answer'): Words => ({
  kind,
  subject,
  text,
  path: DECISIONS,
  label,
});

/** To the seller: their listing is not shown while an admin looks at it. */
export const ownListingUnderReview = ({ model_name }: Named, reason: string): Words =>
  toSeller(
    'own_listing_on_hold',
    message`Your ${model_name} is not shown for now`,
    message`The shop is looking at your listing of ${model_name}: “${reason}” Nobody can find or pay for it meanwhile; whoever booked it keeps the booking. ${ANSWER}`,
  );

/** To the seller: their listing is shown again. */
export const ownListingReleased = ({ model_name }: Named, reason: string): Words =>
  toSeller(
    'own_listing_released',
    message`Your ${model_name} is shown again`,
    message`The shop has looked at your listing of ${model_name}, and it is back as it was: “${reason}”`,
    'See it',
  );

/** To the seller: their listing was removed, and why. Who reported it is nobody's affair. */
export const ownListingRemovedFor = ({ model_name }: Named, reason: string): Words =>
  toSeller(
    'own_listing_removed',
    message`Your ${model_name} was taken off the shop`,
    message`The shop took your listing of ${model_name} off: “${reason}” Nobody can find or book it any more, and bookings that were not paid have ended. ${ANSWER}`,
  );

export const sellerWarned = (reason: string): Words =>
  toSeller(
    'seller_warned',
    message`The shop warns you`,
    message`“${reason}” Nothing else has changed; if it happens again, the shop may suspend you. ${ANSWER}`,
  );

export const warningWithdrawn = (reason: string): Words =>
  toSeller('warning_withdrawn', message`A warning was withdrawn`, message`The shop has withdrawn a warning: “${reason}” It counts no more.`, 'See it');

export const sellerSuspended = (reason: string): Words =>
  toSeller(
    'seller_suspended',
    message`You can’t sell for now`,
    message`The shop has suspended you: “${reason}” What you had on sale is not shown, and you can list nothing new. You can still sign in, and what was paid stays as it is. ${ANSWER}`,
  );

export const suspensionLifted = (reason: string): Words =>
  toSeller(
    'suspension_lifted',
    message`You can sell again`,
    message`The shop has lifted your suspension: “${reason}” What you had on sale is back as it was.`,
    'See it',
  );

const OUTCOMES = {
  hold: 'is not shown while the shop looks at it',
  removal: 'was taken off the shop',
  clearance: 'was found to be in order, and stays',
  release: 'was looked at, and is shown again',
  restoration: 'was looked at again, and is back',
  reopening: 'is looked at once more',
};
export type ReportOutcome = keyof typeof OUTCOMES;

/** To whoever reported a listing: what became of it. */
export const reportDecided = ({ model_name }: Named, outcome: ReportOutcome, reason: string): Words => ({
  kind: 'report_decided',
  subject: message`What became of your report of ${model_name}`,
  text: message`The ${model_name} that you reported ${OUTCOMES[outcome]}: “${reason}” Thank you for telling the shop. If there is something to add, you can do so once.`,
  path: DECISIONS,
  label: 'Read it',
});

/** To whoever answered a decision. */
export const answerSettled = (settlement: string): Words => ({
  kind: 'answer_settled',
  subject: message`The shop has read your answer`,
  text: message`The shop has read what you wrote, and says: “${settlement}”`,
  path: DECISIONS,
  label: 'Read it',
});
