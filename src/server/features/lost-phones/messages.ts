import { message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Reported = { last4: string };

const OWN_REPORTS = { path: '/dashboard/lostPhone', label: 'View your reports' };
const OUR_REGISTER = 'Our register contains phones reported to us. It isn’t the worldwide list that carriers use.';

/** To the reporter: their report was accepted. */
export function lostPhoneAccepted({ last4 }: Reported, reason: string): Words {
  return {
    kind: 'lost_phone_accepted',
    subject: message`Your lost phone is now in our register`,
    text: message`We accepted your report of the phone with the IMEI ending in ${last4}: “${reason}” It can no longer be listed here. ${OUR_REGISTER} Please also tell your carrier and the police. If you find your phone, withdraw the report.`,
    ...OWN_REPORTS,
  };
}

/** To the reporter: their report was declined, or is no longer accepted. */
export function lostPhoneRefused({ last4 }: Reported, reason: string): Words {
  return {
    kind: 'lost_phone_refused',
    subject: message`Your lost phone is not in our register`,
    text: message`We didn’t accept your report of the phone with the IMEI ending in ${last4}: “${reason}” You can report it again with better proof.`,
    ...OWN_REPORTS,
  };
}

/** To everyone who reported the same phone. */
export function lostPhoneDisputed({ last4 }: Reported): Words {
  return {
    kind: 'lost_phone_disputed',
    subject: message`Someone else reported the same lost phone`,
    text: message`More than one person has reported the phone with the IMEI ending in ${last4}. We’ll review every report and its proof, and let you know what we decide.`,
    ...OWN_REPORTS,
  };
}

/** To the buyer of a phone that turned out to be lost. */
export function boughtPhoneLost(order: { id: string; product_name: string }): Words {
  return {
    kind: 'sold_phone_lost',
    subject: message`The ${order.product_name} you bought was reported lost`,
    text: message`Somebody reported this phone lost after you bought it, and we accepted their proof. ${OUR_REGISTER} Please don’t resell it. We’re aware of your order ${order.id}. Email us at the address at the bottom of our website and we’ll tell you what we can do.`,
    path: `/dashboard/receipt/${order.id}`,
    label: 'View receipt',
  };
}

/** To the seller of a phone that turned out to be lost. */
export function soldPhoneLost({ model_name }: { model_name: string }): Words {
  return {
    kind: 'sold_phone_lost',
    subject: message`The ${model_name} you sold was reported lost`,
    text: message`Somebody reported this phone lost, and we accepted their proof. ${OUR_REGISTER} We’ve told the buyer. Please email us at the address at the bottom of our website and explain how you got the phone.`,
    path: '/dashboard/mySales',
    label: 'View your sales',
  };
}

/** To the admins: the listings and sales that an accepted report affects. */
export function lostPhoneFound({ last4 }: Reported, { held, sales }: { held: string[]; sales: string[] }): Words {
  const removed =
    held.length > 0 ? message` Removed from sale: ${held.join(', ')}. You can restore listings under Removed Items once the report is no longer accepted.` : '';
  const sold = sales.length > 0 ? message` Sold recently: ${sales.join(', ')}. We’ve notified the buyer and the seller.` : '';
  return {
    kind: 'lost_phone_found',
    subject: message`A phone listed here was reported lost`,
    text: message`The report of the phone with the IMEI ending in ${last4} was accepted.${removed}${sold}`,
    path: '/dashboard/lostPhones',
    label: 'View lost phones',
  };
}
