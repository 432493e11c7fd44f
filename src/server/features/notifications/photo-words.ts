import { message } from '../../messages/message.ts';
import type { Words } from './words.ts';

type Named = { model_name: string };

const OWN = { path: '/dashboard/myProducts', label: 'See your phones' };

/** To the seller: an admin took their listing off, because another's photos are on it. Whose they are is nobody's affair. */
export const ownListingOfAnothersPhotos = ({ model_name }: Named): Words => ({
  kind: 'own_listing_removed',
  subject: message`Your ${model_name} was taken off the shop`,
  text: message`Your listing of ${model_name} shows a photo that another seller showed, and the shop took it off. Nobody can find or book it any more, and bookings that were not paid have ended. List the phone again with photos that you take yourself; if they were yours, write to the shop.`,
  ...OWN,
});

/** To the seller: their photo was confirmed. */
export const possessionConfirmed = ({ model_name }: Named): Words => ({
  kind: 'in_hand_confirmed',
  subject: message`Your ${model_name} has its badge`,
  text: message`The shop looked at your photo of ${model_name} with the code. Buyers see from now on that you have the phone in hand.`,
  ...OWN,
});

/** To the seller: their photo was refused, and why. */
export const possessionRefused = ({ model_name }: Named, reason: string): Words => ({
  kind: 'in_hand_refused',
  subject: message`Your photo of ${model_name} in hand was not taken`,
  text: message`The shop looked at your photo of ${model_name} with the code: “${reason}” Your phone is on sale as before. Under My Products you can ask for a new code and take another photo.`,
  ...OWN,
});
