import { message } from '../../messages/message.ts';
import type { PasskeyChange, SecondFactorChange } from '../../ports/mailer.ts';
import type { EmailMessage } from './email-message.ts';

const SECURITY = { link: '/dashboard/security', label: 'See your security page' };
const NOT_YOU =
  'If it wasn’t you, set a new password at once: on the login page, with “Forgot Password”. Then look at the security page, and write to the address at the foot of the shop’s pages if something there isn’t yours.';

const CHANGES: Record<SecondFactorChange, (shopName: string, to: string) => Pick<EmailMessage, 'subject' | 'text'>> = {
  on: (shopName, to) => ({
    subject: message`${shopName}: logging in asks for a code now`,
    text: message`From now on ${shopName} asks for a code of your app when somebody logs in as ${to}, and everybody else who was signed in is signed out. Keep the recovery codes where you find them without your phone.`,
  }),
  'passkeys-on': (shopName, to) => ({
    subject: message`${shopName}: logging in asks for a passkey now`,
    text: message`From now on ${shopName} asks for one of your passkeys besides the password when somebody logs in as ${to}, and everybody else who was signed in is signed out. Keep the recovery codes where you find them without your devices.`,
  }),
  off: (shopName, to) => ({
    subject: message`${shopName}: the second factor is off`,
    text: message`${shopName} does not ask for a code or a passkey besides the password any more when somebody logs in as ${to}. Your recovery codes are worth nothing now.`,
  }),
  'new-codes': (shopName, to) => ({
    subject: message`${shopName}: you have new recovery codes`,
    text: message`New recovery codes were made for ${to} at ${shopName}. The old ones are worth nothing now.`,
  }),
};

/** To whoever turned their second factor on or off, or made other recovery codes, whoever it was that did. */
export const secondFactorEmail = (shopName: string, to: string, change: SecondFactorChange): EmailMessage => {
  const { subject, text } = CHANGES[change](shopName, to);
  return { kind: 'second_factor_changed', subject, text: message`${text}\n\n${NOT_YOU}`, ...SECURITY };
};

const leftInWords = (left: number): string => {
  if (left === 0) return 'It was the last one: make new ones on the security page.';
  return left === 1 ? 'One is left: make new ones on the security page.' : `${left} are left.`;
};

/** To whoever logged in without their app. */
export const recoveryCodeUsedEmail = (shopName: string, to: string, left: number): EmailMessage => ({
  kind: 'recovery_code_used',
  subject: message`${shopName}: a recovery code was used`,
  text: message`Somebody, most likely you, logged in as ${to} at ${shopName} with one of your recovery codes. ${leftInWords(left)}\n\n${NOT_YOU}`,
  ...SECURITY,
});

/** To whoever has a passkey more, or one less, whoever it was that did it. */
export function passkeyEmail(shopName: string, to: string, { change, name }: PasskeyChange): EmailMessage {
  const subject = message`${shopName}: a passkey was ${change}`;
  const text =
    change === 'added'
      ? message`The passkey “${name}” was added to ${to} at ${shopName} just now. Whoever has it can log in without your password.`
      : message`The passkey “${name}” was removed from ${to} at ${shopName} just now. It opens your account no more.`;
  return { kind: 'passkey_changed', subject, text: message`${text}\n\n${NOT_YOU}`, ...SECURITY };
}

/** To whoever is logged in without a password of the shop, and is asked to confirm that it is them. */
export function proofCodeEmail(shopName: string, to: string, code: string): EmailMessage {
  return {
    kind: 'proof_code',
    subject: message`${shopName}: confirm that it’s you`,
    text: message`Your code is ${code}. Somebody who is logged in as ${to} at ${shopName}, most likely you, wants to do something that asks for it. It is good for ten minutes, and once. Tell it to nobody: nobody from the shop will ever ask you for it.\n\nIf it wasn’t you, sign that browser out on the security page.`,
    ...SECURITY,
  };
}
