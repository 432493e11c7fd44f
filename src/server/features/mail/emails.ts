import { message, price } from '../../messages/message.ts';
import type { EmailMessage } from './email-message.ts';

/** To whoever forgot a password; the link is good for an hour. */
export const resetEmail = (shopName: string, to: string, url: string): EmailMessage => ({
  kind: 'reset',
  subject: message`${shopName}: set a new password`,
  text: message`Someone, most likely you, asked to set a new password for ${to} at ${shopName}. The link below is good for an hour, and once.\n\nIf it wasn’t you, leave this mail as it is: your password stays the same.`,
  link: url,
  label: 'Set a new password',
});

/** To whoever signed up; the link is good for a day. */
export const verificationEmail = (shopName: string, to: string, url: string): EmailMessage => ({
  kind: 'verification',
  subject: message`${shopName}: is this your address?`,
  text: message`Someone, most likely you, made an account for ${to} at ${shopName}. Please say that this address is yours. The link below is good for a day; your account works without it, too.\n\nIf it wasn’t you, leave this mail as it is.`,
  link: url,
  label: 'Yes, it’s mine',
});

/** To whoever has a new password, whoever it was that set it. */
export const passwordChangedEmail = (shopName: string, to: string): EmailMessage => ({
  kind: 'password_changed',
  subject: message`${shopName}: your password was changed`,
  text: message`The password of ${to} at ${shopName} was changed just now, and everybody else who was signed in with it is signed out.\n\nIf it wasn’t you, set a new one at once: on the login page, with “Forgot Password”.`,
  link: '/login',
  label: 'Log in',
});

/** To whoever proved their address in a browser that wasn't logged in, without the account's password. */
export const confirmedElsewhereEmail = (shopName: string, to: string): EmailMessage => ({
  kind: 'confirmed_elsewhere',
  subject: message`${shopName}: your address is confirmed`,
  text: message`${to} is confirmed as yours at ${shopName}. The password that the account was made with no longer works, and everyone who was logged in to it is logged out: somebody else could have signed up with your address.\n\nIf you haven’t chosen a new password yet, press “Forgot Password” on the login page.`,
  link: '/login',
  label: 'Log in',
});

type BookedOrder = { id: string; product_name: string; price_cents: number };

/** To the buyer: what they booked, and that paying decides. */
export const bookedEmail = (order: BookedOrder): EmailMessage => ({
  kind: 'booked',
  subject: message`You booked ${order.product_name}`,
  text: message`${order.product_name} is in your orders for ${price(order.price_cents)}. The seller reads where to meet you, and how to call you, once you have paid.\n\nOthers can book it, too: it is yours once you have paid.`,
  link: `/dashboard/payment/${order.id}`,
  label: 'Pay for it',
});

/** To the seller: somebody wants the phone. Whom to meet they learn once it is paid. */
export const phoneBookedEmail = (order: BookedOrder): EmailMessage => ({
  kind: 'phone_booked',
  subject: message`Somebody booked your ${order.product_name}`,
  text: message`${{ order: order.id, part: 'buyer_name' }} booked your ${order.product_name} for ${price(order.price_cents)}. Keep it for now: it is sold once somebody has paid, and then you read whom to meet and where.`,
  link: '/dashboard/myProducts',
  label: 'See your phones',
});

/** To somebody whom an admin removed. */
export const personRemovedEmail = (person: string): EmailMessage => ({
  kind: 'person_removed',
  subject: message`Your account was removed`,
  text: message`Hello ${{ person }},\n\nthe shop removed your account. You are signed out, what you had on sale is off the shop, and your unpaid bookings have ended. What was paid stays as it is: whoever bought from you, or sold to you, can still count on it.\n\nIf you think that this is a mistake, write to the address at the foot of the shop’s pages.`,
  link: null,
  label: '',
});

/** To somebody who was brought back. */
export const personRestoredEmail = (person: string): EmailMessage => ({
  kind: 'person_restored',
  subject: message`Your account is back`,
  text: message`Hello ${{ person }},\n\nthe shop brought your account back, with what you had on sale. Log in as before; bookings that had ended stay so.`,
  link: '/login',
  label: 'Log in',
});
