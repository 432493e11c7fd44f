/** Somebody's own words in a message. They are looked up whenever it is read, so that they leave the shop with that person and nothing else of the message does. */
export type Reference = { person: string } | { proposal: string } | { order: string; part: OrderWords };

/** What people wrote about an order: when they booked it, or why they canceled it. */
export type OrderWords = 'buyer_name' | 'phone' | 'meeting_location' | 'cancellation';

/** What fills a message's template. */
export type Value = string | number | { cents: number } | Reference;

/** A message as it is stored: `{0}` in the template stands for the first value. */
export type Message = { template: string; values: Value[] };

/** Looks up what a reference stands for. */
export type Resolve = (reference: Reference) => string;

const PLACE = /\{(\d+)\}/gu;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Tags a template literal: what is written in the code is the template, and all that is put in are values, whatever it looks like. A message inside becomes a part of it. */
export function message(literals: TemplateStringsArray, ...parts: (Value | Message)[]): Message {
  const values: Value[] = [];
  let template = literals[0] ?? '';
  for (const [index, part] of parts.entries()) {
    const first = values.length;
    if (isMessage(part)) {
      values.push(...part.values);
      template += part.template.replace(PLACE, (_, place) => `{${first + Number(place)}}`);
    } else {
      values.push(part);
      template += `{${first}}`;
    }
    template += literals[index + 1] ?? '';
  }
  return { template, values };
}

function isMessage(part: Value | Message): part is Message {
  return typeof part === 'object' && 'template' in part;
}

/** The words of a message. Values are never taken for templates. */
export function renderMessage({ template, values }: Message, resolve: Resolve): string {
  return template.replace(PLACE, (_, place) => renderValue(values[Number(place)] ?? '', resolve));
}

function renderValue(value: Value, resolve: Resolve): string {
  if (typeof value !== 'object') return String(value);
  return 'cents' in value ? dollars.format(value.cents / 100) : resolve(value);
}

/** An amount, in dollars, as messages write it. */
export function price(cents: number): Value {
  return { cents };
}

/** Those values of messages that have to be looked up. */
export function referencesIn(messages: Message[]): Reference[] {
  return messages.flatMap(({ values }) => values.filter((value) => isReference(value)));
}

function isReference(value: Value): value is Reference {
  return typeof value === 'object' && !('cents' in value);
}
