import { countForgottenPhones } from '../db/phones.ts';
import type { Db } from '../db/tables.ts';
import type { IdentityProvider } from '../ports/identity.ts';
import type { ImageStore } from '../ports/image-store.ts';
import type { PhoneKeys } from '../security/phone-keys.ts';
import type { Services } from '../services.ts';

type OnFault = (message: string, error: unknown) => void;

/** Checks that the image store accepts the keys, and logs a warning if it doesn't. */
export function checkKeys(images: ImageStore, onFault: OnFault): Services['background'] {
  if (images.kind === 'disk') return [];
  return once('picture-store-keys', async () => {
    try {
      const fault = await images.findFault();
      if (fault !== null) onFault(`pictures can’t be stored: ${fault}`, null);
    } catch (error) {
      onFault('the picture store doesn’t respond; uploads are rejected until it does', error);
    }
  });
}

/** Runs once after the start; only stopping the shop waits for it. */
function once(name: string, look: () => Promise<void>): Services['background'] {
  return [
    {
      name,
      byEach: true,
      start() {
        const looking = look();
        return { stop: () => looking };
      },
    },
  ];
}

/** Checks that the login providers accept the settings, and logs a warning if they don't. */
export function checkSignIn(identity: IdentityProvider, onFault: OnFault): Services['background'] {
  return once('sign-in-keys', async () => {
    for (const fault of await identity.findFaults()) onFault(`logging in will not work with these settings: ${fault}`, null);
  });
}

/** Logs a warning after the start if phones were stored with another secret, since their IMEIs are no longer recognized. */
export function checkPhoneKeys(db: Db, phoneKeys: PhoneKeys, onFault: OnFault): Services['background'] {
  return once('phone-keys', async () => {
    try {
      const count = await countForgottenPhones(db, phoneKeys.id);
      if (count > 0)
        onFault(`IMEIs of ${count} ${count === 1 ? 'phone was' : 'phones were'} stored with another AUTH_SECRET, so they are no longer recognized`, null);
    } catch (error) {
      onFault('checking whether IMEIs were stored with another AUTH_SECRET failed', error);
    }
  });
}
