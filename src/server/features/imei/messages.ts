import { OWN_LISTINGS } from '../../messages/links.ts';
import { message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Named = { model_name: string };

/** To the seller: their listing's model doesn't match the IMEI. */
export function imeiDiffers({ said, known, last4 }: { said: string; known: string; last4: string }): Words {
  return {
    kind: 'imei_differs',
    subject: message`Please check your ${said} listing`,
    text: message`Your listing says ${said}, but according to its IMEI ending in ${last4}, the phone is a ${known}. Please check the IMEI and the model. If one of them is wrong, delete the listing and create a new one. Your phone stays on sale while we take a look.`,
    ...OWN_LISTINGS,
  };
}

/** To the seller: somebody else entered the same IMEI. Doesn't name them. */
export function phoneClaimedTwice({ model_name }: Named, last4: string): Words {
  return {
    kind: 'phone_claimed_twice',
    subject: message`Someone else tried to list your ${model_name}`,
    text: message`Someone else entered the IMEI of your ${model_name}, ending in ${last4}, and we didn’t let them list it. It may be a typo. If you no longer have the phone, please delete your listing. Otherwise, you don’t need to do anything.`,
    ...OWN_LISTINGS,
  };
}

/** To the admins: two people claim one phone. */
export function phoneClaimedTwiceForAdmin({ model_name }: Named, last4: string): Words {
  return {
    kind: 'phone_claimed_twice',
    subject: message`Two people claim the same ${model_name}`,
    text: message`Someone tried to list a phone that is already on sale, a ${model_name} with an IMEI ending in ${last4}. We didn’t let them. You can see who they are under Lost Phones.`,
    path: '/dashboard/lostPhones',
    label: 'View lost phones',
  };
}
