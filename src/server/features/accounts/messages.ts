import { message } from '../../messages/message.ts';
import type { EmailMessage } from '../mail/index.ts';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export type NewSignIn = {
  shopName: string;
  email: string;
  /** Epoch milliseconds. */
  at: number;
  /** About where it came from, such as `203.0.113.x`; null when nobody knows. */
  address: string | null;
  /** What the browser said of itself; null when nobody knows. */
  device: string | null;
};

/** To somebody whose account was signed in to from a browser or a place that it was not signed in to before. */
export const newSignInMessage = ({ shopName, email, at, address, device }: NewSignIn): EmailMessage => ({
  kind: 'new_sign_in',
  subject: message`New sign-in to your account at ${shopName}`,
  text: message`Someone, most likely you, just logged in to your account ${email} at ${shopName}.\n\nWhen: ${moment.format(at)} UTC\nDevice: ${device ?? 'unknown'}\nNetwork address, about: ${address ?? 'unknown'}\n\nIf it was you, there is nothing to do.\n\nIf it wasn’t you, set a new password at once: on the login page, with “Forgot Password”. That logs everyone else out. Then look at your security page for sign-ins that you don’t know.`,
  link: '/dashboard/security',
  label: 'See where you are logged in',
});
