import { message, price } from '../../../messages/message.ts';
import type { Words } from '../../notifications/index.ts';

type Phone = { id: string; model_name: string; price_cents: number };

/** To the person of a wanted ad: a seller says that this phone meets it. */
export function wantedAnswered(title: string, { id, model_name, price_cents }: Phone): Words {
  return {
    kind: 'wanted_answered',
    subject: message`A seller has the phone you want: ${model_name}, ${price(price_cents)}`,
    text: message`A seller answered your wanted ad “${title}” with this phone: ${model_name}, ${price(price_cents)}.`,
    path: `/selected-items-details/${id}`,
    label: 'See the phone',
  };
}

/** To the person of a wanted ad: an admin removed it. */
export function wantedRemoved(title: string, reason: string): Words {
  return {
    kind: 'wanted_removed',
    subject: message`We removed your wanted ad: ${title}`,
    text: message`We removed your wanted ad “${title}”: “${reason}”\nThe search stays saved, and you’re still alerted of phones that match it.`,
    path: '/dashboard/searches',
    label: 'See your saved searches',
  };
}
