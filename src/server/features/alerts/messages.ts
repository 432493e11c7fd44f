import { type Message, message, price } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Search = { title: string; path: string };
type Phone = { id: string; model_name: string; price_cents: number };

/** An email lists this many phones. */
const LISTED = 10;

/** To somebody who saved a search: these phones were listed since and match. */
export function phonesFound(search: Search, phones: readonly [Phone, ...Phone[]]): Words {
  const [first, ...others] = phones;
  const seen = [...phones]
    .slice(0, LISTED)
    .reduce<Message>((text, phone) => message`${text}\n${describe(phone)}`, message`New for your saved search “${search.title}”:\n`);
  const more = phones.length - LISTED;
  return {
    kind: 'phones_found',
    subject: others.length === 0 ? message`New: ${describe(first)}` : message`${phones.length} new phones: ${search.title}`,
    text: more > 0 ? message`${seen}\nand ${more} more` : seen,
    path: others.length === 0 ? `/selected-items-details/${first.id}` : search.path,
    label: others.length === 0 ? 'See the phone' : 'See the phones',
  };
}

const describe = ({ model_name, price_cents }: Phone): Message => message`${model_name}, ${price(price_cents)}`;
