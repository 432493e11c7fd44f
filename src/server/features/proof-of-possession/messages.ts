import { OWN_LISTINGS } from '../../messages/links.ts';
import { message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Named = { model_name: string };

/** To the seller: their photo was confirmed. */
export function possessionConfirmed({ model_name }: Named): Words {
  return {
    kind: 'in_hand_confirmed',
    subject: message`Your ${model_name} has earned its badge`,
    text: message`We checked your photo of the ${model_name} with the code. Your listing now shows buyers that you have the phone.`,
    ...OWN_LISTINGS,
  };
}

/** To the seller: their photo was declined, and why. */
export function possessionRefused({ model_name }: Named, reason: string): Words {
  return {
    kind: 'in_hand_refused',
    subject: message`We couldn’t accept your photo of the ${model_name}`,
    text: message`We checked your photo of the ${model_name} with the code: “${reason}” Your phone is still on sale. To try again, open its menu in My Products and choose “Prove you have it”.`,
    ...OWN_LISTINGS,
  };
}
