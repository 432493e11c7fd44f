import type { FulfillmentState } from '#contract/fulfillment.ts';
import { type Message, message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Named = { model_name: string };

export type ReportOutcome = keyof typeof OUTCOMES;

const DECISIONS = '/dashboard/decisions';
const ANSWER = 'If you disagree, you can appeal once, and we’ll read it.';

const OUTCOMES = {
  hold: 'is hidden while we review it',
  removal: 'was removed',
  clearance: 'doesn’t break our rules and stays on our site',
  release: 'was reviewed and is visible again',
  stillHidden: 'was reviewed and doesn’t break our rules, but isn’t for sale right now',
  restoration: 'was reviewed again and restored',
  reopening: 'is being reviewed again',
};

/** To the seller: their listing is hidden while an admin reviews it. */
export function ownListingUnderReview({ model_name }: Named, reason: string): Words {
  return toSeller(
    'own_listing_on_hold',
    message`Your ${model_name} listing is under review`,
    message`We’re reviewing your ${model_name} listing: “${reason}” Until we’re done, nobody can find it or pay for it. Buyers who booked it keep their bookings. ${ANSWER}`,
  );
}

function toSeller(kind: Words['kind'], subject: Message, text: Message, label = 'View and appeal'): Words {
  return { kind, subject, text, path: DECISIONS, label };
}

type Released = Named & { paused_at: number | null; isSellerSuspended: boolean };

/** To the seller: their listing is visible again, or still paused by themselves or hidden with all they have. */
export function ownListingReleased({ model_name, paused_at, isSellerSuspended }: Released, reason: string): Words {
  if (isSellerSuspended)
    return toSeller(
      'own_listing_released',
      message`Your ${model_name} listing was reviewed`,
      message`We’ve finished reviewing your ${model_name} listing: “${reason}” It stays hidden until your suspension is lifted.`,
      'View decision',
    );
  if (paused_at !== null)
    return toSeller(
      'own_listing_released',
      message`Your ${model_name} listing was reviewed`,
      message`We’ve finished reviewing your ${model_name} listing: “${reason}” It’s paused, as before. You can put it back on sale.`,
      'View decision',
    );
  return toSeller(
    'own_listing_released',
    message`Your ${model_name} is back on sale`,
    message`We’ve finished reviewing your ${model_name} listing, and it’s visible again: “${reason}”`,
    'View decision',
  );
}

export function sellerWarned(reason: string): Words {
  return toSeller(
    'seller_warned',
    message`You’ve received a warning`,
    message`“${reason}” Nothing else has changed, but if this happens again, we may suspend your account. ${ANSWER}`,
  );
}

export function warningWithdrawn(reason: string): Words {
  return toSeller(
    'warning_withdrawn',
    message`Your warning was withdrawn`,
    message`We’ve withdrawn a warning we gave you: “${reason}” It no longer counts against you.`,
    'View decision',
  );
}

export function sellerSuspended(reason: string): Words {
  return toSeller(
    'seller_suspended',
    message`Your seller account is suspended`,
    message`We’ve suspended your seller account: “${reason}” Your listings are hidden and you can’t create new ones. You can still log in, and sales that are paid go on as before. ${ANSWER}`,
  );
}

type Sale = { id: string; product_name: string; state: FulfillmentState };

/** To the buyer of a paid phone that wasn't handed over: what its seller's suspension means for the order. */
export function sellerOfOrderSuspended({ id, product_name, state }: Sale): Words {
  const choice =
    state === 'confirming'
      ? message`If you don’t have the phone, report a problem on the order’s page.`
      : message`If you’d rather not meet them, cancel on the order’s page for a full refund.`;
  return {
    kind: 'partner_suspended',
    subject: message`The seller of ${product_name} is suspended`,
    text: message`We’ve suspended the seller’s account, so they can’t sell anything else for now. Your order goes on, and they can still hand the phone over. The money stays with us until you’ve got the phone and checked it. ${choice}`,
    path: `/dashboard/orders/${id}`,
    label: 'View the order',
  };
}

/** To the seller: they can sell again. `removed`: how many of their listings were removed instead of restored, each with a message of its own. */
export function suspensionLifted(reason: string, { removed }: { removed: number }): Words {
  const onSale =
    removed === 0
      ? message`What you had on sale is on sale again`
      : message`What you had on sale is on sale again, except what we had to remove: see our messages about it`;
  return toSeller(
    'suspension_lifted',
    message`You can sell again`,
    message`We’ve lifted your suspension: “${reason}” ${onSale}. What you had paused is still paused.`,
    'View decision',
  );
}

/** To somebody who reported a listing: what happened to it. */
export function reportDecided({ model_name }: Named, outcome: ReportOutcome, reason: string): Words {
  // Nobody can appeal against what was undone.
  const appeal = outcome === 'reopening' ? '' : ' If you disagree, you can appeal once.';
  return {
    kind: 'report_decided',
    subject: message`Update on your report of ${model_name}`,
    text: message`The ${model_name} you reported ${OUTCOMES[outcome]}: “${reason}” Thank you for letting us know.${appeal}`,
    path: DECISIONS,
    label: 'View decision',
  };
}

/** To somebody who answered a decision; `about`: a listing, or what of theirs. */
export function answerSettled(about: string, settlement: string): Words {
  return {
    kind: 'answer_settled',
    subject: message`We’ve read your appeal about ${about}`,
    text: message`Our reply: “${settlement}”`,
    path: DECISIONS,
    label: 'View decision',
  };
}
