import { message } from '../../messages/message.ts';
import type { Words } from './words.ts';

type Named = { model_name: string };
type Reported = { last4: string };

const QUEUE = '/dashboard/lostPhones';
const OWN_REPORTS = '/dashboard/lostPhone';
const OUR_REGISTER = 'The shop’s register holds what people reported here; it is not the operators’ worldwide list.';

/** To the seller: what the IMEI says and what the listing says differ. */
export const imeiDiffers = ({ said, known, last4 }: Reported & { said: string; known: string }): Words => ({
  kind: 'imei_differs',
  subject: message`Is this a ${said}?`,
  text: message`Your listing says ${said}; by its IMEI, ending in ${last4}, the phone is a ${known}. Is the number right, and the model? If one of them is wrong, delete the listing and add the phone anew. It is on sale all the same, and the shop has a look at it.`,
  path: '/dashboard/myProducts',
  label: 'See your phones',
});

/** To the seller: somebody else gave the same IMEI. Who it was is nobody's affair. */
export const phoneClaimedTwice = ({ model_name }: Named, last4: string): Words => ({
  kind: 'phone_claimed_twice',
  subject: message`Somebody else wanted to list your ${model_name}`,
  text: message`They gave the IMEI of the ${model_name} that you have on sale, ending in ${last4}, and were refused. It may be a slip. If you have not got the phone any more, delete your listing; if you have, there is nothing for you to do. The shop knows that two people claim it.`,
  path: '/dashboard/myProducts',
  label: 'See your phones',
});

/** To the admins. */
export const phoneClaimedTwiceForAdmin = ({ model_name }: Named, last4: string): Words => ({
  kind: 'phone_claimed_twice',
  subject: message`Two people claim one ${model_name}`,
  text: message`Somebody wanted to list a phone that is on sale already: a ${model_name} whose IMEI ends in ${last4}. They were refused. Who they are stands under Lost Phones.`,
  path: QUEUE,
  label: 'Look at it',
});

/** To the reporter: their report was accepted. */
export const lostPhoneAccepted = ({ last4 }: Reported, reason: string): Words => ({
  kind: 'lost_phone_accepted',
  subject: message`Your lost phone is in the shop’s register`,
  text: message`The shop accepted your report of the phone whose IMEI ends in ${last4}: “${reason}” It can’t be listed here any more. ${OUR_REGISTER} Tell your operator and the police, too. Found it again? Withdraw the report.`,
  path: OWN_REPORTS,
  label: 'See your reports',
});

/** To the reporter: their report was refused, or is not accepted any more. */
export const lostPhoneRefused = ({ last4 }: Reported, reason: string): Words => ({
  kind: 'lost_phone_refused',
  subject: message`Your lost phone is not in the shop’s register`,
  text: message`The shop did not accept your report of the phone whose IMEI ends in ${last4}: “${reason}” You can report it again with better proof.`,
  path: OWN_REPORTS,
  label: 'See your reports',
});

/** To everybody who reported the same phone. */
export const lostPhoneDisputed = ({ last4 }: Reported): Words => ({
  kind: 'lost_phone_disputed',
  subject: message`Two people report the same phone lost`,
  text: message`Somebody else reported the phone whose IMEI ends in ${last4}, too. The shop looks at both reports and their proof, and tells you what it decides.`,
  path: OWN_REPORTS,
  label: 'See your reports',
});

/** To the seller: their listing was taken off, because its phone is reported lost. */
export const ownListingReview = ({ model_name }: Named): Words => ({
  kind: 'own_listing_held',
  subject: message`Your ${model_name} was taken off the shop`,
  text: message`Somebody reported this very phone lost, and the shop accepted their proof. Nobody can find or book your listing of ${model_name} any more, and bookings that were not paid have ended. If it is yours, write to the address at the foot of the shop’s pages: what was taken off can be brought back.`,
  path: '/dashboard/myProducts',
  label: 'See your phones',
});

/** To the buyer of a phone that turned out to be lost. */
export const boughtPhoneLost = (order: { id: string; product_name: string }): Words => ({
  kind: 'sold_phone_lost',
  subject: message`The ${order.product_name} you bought is reported lost`,
  text: message`Somebody reported this very phone lost after you had bought it, and the shop accepted their proof. ${OUR_REGISTER} Please don’t sell it on. The shop knows of your order ${order.id}; write to the address at the foot of its pages, and it will say what can be done.`,
  path: `/dashboard/receipt/${order.id}`,
  label: 'See your receipt',
});

/** To the seller of a phone that turned out to be lost. */
export const soldPhoneLost = ({ model_name }: Named): Words => ({
  kind: 'sold_phone_lost',
  subject: message`The ${model_name} you sold is reported lost`,
  text: message`Somebody reported this very phone lost, and the shop accepted their proof. ${OUR_REGISTER} The buyer and the shop know of it. Please write to the address at the foot of the shop’s pages how you came by the phone.`,
  path: '/dashboard/mySales',
  label: 'See your sales',
});

/** To the admins: what a report that was accepted found in the shop. */
export const lostPhoneFound = ({ last4 }: Reported, { held, sales }: { held: string[]; sales: string[] }): Words => ({
  kind: 'lost_phone_found',
  subject: message`A phone that is reported lost was in the shop`,
  text: message`The report of the phone whose IMEI ends in ${last4} was accepted.${
    held.length > 0
      ? message` Taken off the shop: ${held.join(', ')}; it can be brought back under Removed Items once the report is not accepted any more.`
      : ''
  }${sales.length > 0 ? message` Sold here lately: ${sales.join(', ')}; buyer and seller have been told.` : ''}`,
  path: QUEUE,
  label: 'Look at it',
});
