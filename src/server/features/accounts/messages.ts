import { message } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { PasskeyChange, SecondFactorChange } from '../../ports/mailer.ts';
import type { EmailMessage } from '../mail/index.ts';
import type { Words } from '../notifications/index.ts';

export type NewSignIn = {
  shopName: string;
  email: string;
  /** Epoch milliseconds. */
  at: number;
  /** The approximate network address, such as `203.0.113.x`; null if unknown. */
  address: string | null;
  /** The browser and system; null if unknown. */
  device: string | null;
};

const SECOND_FACTOR_CHANGES: Record<SecondFactorChange, (shopName: string, to: string) => Pick<EmailMessage, 'subject' | 'text'>> = {
  on: (shopName, to) => ({
    subject: message`Your second factor for ${shopName} is on`,
    text: message`From now on, logging in to ${shopName} as ${to} requires a code from your authenticator app. All other devices were logged out. Keep your recovery codes somewhere you can get to without your phone.`,
  }),
  'passkeys-on': (shopName, to) => ({
    subject: message`Your second factor for ${shopName} is on`,
    text: message`From now on, logging in to ${shopName} as ${to} requires one of your passkeys in addition to your password. All other devices were logged out. Keep your recovery codes somewhere you can get to without your devices.`,
  }),
  off: (shopName, to) => ({
    subject: message`Your second factor for ${shopName} is off`,
    text: message`Logging in to ${shopName} as ${to} no longer requires a code or passkey in addition to the password. Your recovery codes no longer work.`,
  }),
  'new-codes': (shopName, to) => ({
    subject: message`You have new recovery codes for ${shopName}`,
    text: message`New recovery codes were created for ${to} at ${shopName}. The old ones no longer work.`,
  }),
};

const SECURITY = { link: '/dashboard/security', label: 'View your security page' };
const NOT_YOU =
  'If this wasn’t you, set a new password right away: log out, then choose “Forgot Password” on the login page. That logs everyone else out. Then check your security page, and email us at the address at the bottom of our website if you find something that isn’t yours.';

/** To somebody whose account was logged in to from a new browser or network. */
export function newSignInMessage({ shopName, email, at, address, device }: NewSignIn): EmailMessage {
  return {
    kind: 'new_sign_in',
    subject: message`New login to your ${shopName} account`,
    text: message`Somebody, probably you, just logged in to your ${shopName} account ${email}.\n\nTime: ${moment(at)}\nDevice: ${device ?? 'unknown'}\nApproximate network address: ${address ?? 'unknown'}\n\nIf this was you, you don’t need to do anything.\n\n${NOT_YOU}`,
    link: '/dashboard/security',
    label: 'Check where you’re logged in',
  };
}

/** To somebody who forgot their password; the link is valid for an hour. */
export function resetEmail(shopName: string, to: string, url: string): EmailMessage {
  return {
    kind: 'reset',
    subject: message`Reset your ${shopName} password`,
    text: message`Somebody, probably you, asked to reset the ${shopName} password for ${to}. The link below works once and expires in an hour.\n\nIf this wasn’t you, ignore this email. Your password won’t change.`,
    link: url,
    label: 'Reset password',
  };
}

/** To somebody who signed up; the link is valid for a day. */
export function verificationEmail(shopName: string, to: string, url: string): EmailMessage {
  return {
    kind: 'verification',
    subject: message`Verify your email address for ${shopName}`,
    text: message`Somebody, probably you, created a ${shopName} account for ${to}. Please verify your email address. The link below expires in a day. You can use your account in the meantime.\n\nIf this wasn’t you, ignore this email.`,
    link: url,
    label: 'Verify email address',
  };
}

/** To somebody whose password was changed, whoever changed it. */
export function passwordChangedEmail(shopName: string, to: string): EmailMessage {
  return {
    kind: 'password_changed',
    subject: message`Your ${shopName} password was changed`,
    text: message`The ${shopName} password for ${to} was just changed, and all other devices were logged out.\n\nIf this wasn’t you, set a new password right away: the button below emails you a link for that.`,
    link: '/reset-password',
    label: 'Set a new password',
  };
}

/** To somebody who verified their address in a browser that wasn't logged in, without the account's password. */
export function confirmedElsewhereEmail(shopName: string, to: string): EmailMessage {
  return {
    kind: 'confirmed_elsewhere',
    subject: message`Your ${shopName} email address is verified`,
    text: message`You’ve verified ${to} for ${shopName}. In case somebody else signed up with your address, the account’s old password no longer works and everyone was logged out.\n\nIf you haven’t set a new password yet, choose “Forgot Password” on the login page.`,
    link: '/login',
    label: 'Log in',
  };
}

/** To somebody whose second factor or recovery codes were changed, whoever changed them. */
export function secondFactorEmail(shopName: string, to: string, change: SecondFactorChange): EmailMessage {
  const { subject, text } = SECOND_FACTOR_CHANGES[change](shopName, to);
  return { kind: 'second_factor_changed', subject, text: message`${text}\n\n${NOT_YOU}`, ...SECURITY };
}

/** To somebody who logged in with a recovery code. */
export function recoveryCodeUsedEmail(shopName: string, to: string, left: number): EmailMessage {
  return {
    kind: 'recovery_code_used',
    subject: message`A recovery code for ${shopName} was used`,
    text: message`Somebody, probably you, logged in to ${shopName} as ${to} with one of your recovery codes. ${codesLeft(left)}\n\n${NOT_YOU}`,
    ...SECURITY,
  };
}

function codesLeft(left: number): string {
  if (left === 0) return 'It was your last one. Create new ones on your security page.';
  return left === 1 ? 'You have one left. Create new ones on your security page.' : `You have ${left} left.`;
}

/** To somebody whose passkey was added or removed, whoever did it. */
export function passkeyEmail(shopName: string, to: string, { change, name }: PasskeyChange): EmailMessage {
  const text =
    change === 'added'
      ? message`The passkey “${name}” was just added to ${to} at ${shopName}. Anyone who has it can log in without your password.`
      : message`The passkey “${name}” was just removed from ${to} at ${shopName}. It can no longer be used to log in.`;
  return { kind: 'passkey_changed', subject: message`A passkey for ${shopName} was ${change}`, text: message`${text}\n\n${NOT_YOU}`, ...SECURITY };
}

/** To somebody who is logged in without a password and must confirm that it's them. */
export function proofCodeEmail(shopName: string, to: string, code: string): EmailMessage {
  return {
    kind: 'proof_code',
    subject: message`Your ${shopName} confirmation code`,
    text: message`Your code is ${code}. Somebody logged in to ${shopName} as ${to}, probably you, is doing something that requires it. The code works once and expires in ten minutes. Don’t share it with anyone. We will never ask you for it.\n\nIf this wasn’t you, log that browser out on your security page.`,
    ...SECURITY,
  };
}

/** To the seller: an admin verified them. */
export function sellerVerified(): Words {
  return {
    kind: 'seller_verified',
    subject: message`You’re now a verified seller`,
    text: message`We’ve verified you. All your listings now show the badge next to your name.`,
    path: '/dashboard/myProducts',
    label: 'View your phones',
  };
}

/** To the seller: an admin took their verification back. */
export function sellerUnverified(reason: string): Words {
  return {
    kind: 'seller_unverified',
    subject: message`You’re no longer a verified seller`,
    text: message`We’ve taken your verification back: “${reason}” Your listings stay on sale, without the badge next to your name. If you disagree, email us at the address at the bottom of our website.`,
    path: '/dashboard/myProducts',
    label: 'View your phones',
  };
}
