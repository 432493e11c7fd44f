import { RESTORE_DAYS } from '#contract/removals.ts';
import { OWN_LISTINGS } from '../../messages/links.ts';
import { message } from '../../messages/message.ts';
import type { EmailMessage } from '../mail/index.ts';
import type { Words } from '../notifications/index.ts';

type Named = { model_name: string };

const CLOSED = 'Nobody can find or book it anymore, and unpaid bookings were canceled.';

/** To the seller: an admin removed their listing after a report. Doesn’t say who reported it. */
export function ownListingRemoved(listing: Named): Words {
  return toRemoved(listing, message`We removed your ${listing.model_name} listing after it was reported. ${CLOSED}`);
}

function toRemoved({ model_name }: Named, text: Words['text']): Words {
  return { kind: 'own_listing_removed', subject: message`Your ${model_name} listing was removed`, text, ...OWN_LISTINGS };
}

/** To the seller: their listing was removed, and why. Doesn’t say who reported it. */
export function ownListingRemovedFor(listing: Named, reason: string): Words {
  const text = message`We removed your ${listing.model_name} listing: “${reason}” ${CLOSED} If you disagree, you can appeal once, and we’ll read it.`;
  return { ...toRemoved(listing, text), path: '/dashboard/decisions', label: 'View and appeal' };
}

/** To the seller: their listing was removed because it shows another seller's photo. Doesn’t say whose. */
export function ownListingOfAnothersPhotos(listing: Named): Words {
  return toRemoved(
    listing,
    message`We removed your ${listing.model_name} listing because it uses a photo from another seller’s listing. ${CLOSED} You can list the phone again with photos you took yourself. If the photo is yours, contact us.`,
  );
}

/** To the seller: their listing was removed because the phone is reported lost. */
export function ownListingReview(listing: Named): Words {
  const text = message`Somebody reported this phone lost, and we accepted their proof. ${CLOSED} If the phone is yours, email us at the address at the bottom of our website. We can restore the listing.`;
  return { ...toRemoved(listing, text), kind: 'own_listing_held' };
}

/** To a seller who may sell again: their listing was removed because the phone has another one by now. Doesn’t say whose. */
export function ownListingListedAgain(listing: Named): Words {
  return toRemoved(
    listing,
    message`Another listing of this phone has been on sale since yours was hidden, so we removed yours. ${CLOSED} If the phone is yours, email us at the address at the bottom of our website.`,
  );
}

/** To the seller: their listing is back, as it was when it was removed. */
export function ownListingRestored({ model_name, sold_at, paused_at }: Named & { sold_at: number | null; paused_at: number | null }): Words {
  return {
    kind: 'own_listing_restored',
    subject: message`Your ${model_name} listing was restored`,
    text: message`We reviewed your ${model_name} listing again and restored it.${nextOf({ sold_at, paused_at })}`,
    ...OWN_LISTINGS,
  };
}

function nextOf({ sold_at, paused_at }: { sold_at: number | null; paused_at: number | null }): string {
  if (sold_at !== null) return '';
  return paused_at === null ? ' Buyers who had booked it can book it again.' : ' It’s paused, as before. You can put it back on sale.';
}

/** To a person whom an admin removed. */
export function personRemovedEmail(person: string): EmailMessage {
  return {
    kind: 'person_removed',
    subject: message`Your account was removed`,
    text: message`Hello ${{ person }},\n\nWe removed your account. You’ve been logged out, your listings are no longer on sale, and your unpaid bookings are canceled. Completed purchases and sales aren’t affected. If you had agreed to meet somebody, that meeting is called off: don’t hand over or collect a phone.\n\nIf you think this is a mistake, email us within ${RESTORE_DAYS} days at the address at the bottom of our website. After that, we delete your personal data.`,
    link: null,
    label: '',
  };
}

/** To a person who was restored. `removed`: how many of their listings were removed instead of restored, each with a message of its own. */
export function personRestoredEmail(person: string, { removed }: { removed: number }): EmailMessage {
  const restored = removed === 0 ? message`your listings` : message`your listings, except what we had to remove: see our messages about it`;
  return {
    kind: 'person_restored',
    subject: message`Your account was restored`,
    text: message`Hello ${{ person }},\n\nWe restored your account and ${restored}. Log in as you did before. Canceled bookings were not restored, nor were meetings. If you have paid orders to hand over or collect, arrange to meet on their pages.`,
    link: '/login',
    label: 'Log in',
  };
}
