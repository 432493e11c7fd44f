import type { Message, Value } from './message.ts';

/** A message's subject and text as columns: the templates, and as JSON what fills them. Rows from before messages were stored so have no values, and are words as they are. */
export type StoredMessage = { subject: string; body: string; filled_with: string | null };

type Filling = { subject: Value[]; body: Value[] };
type Written = { subject: Message; text: Message };

export function storeMessage({ subject, text }: Written): StoredMessage {
  const filling: Filling = { subject: subject.values, body: text.values };
  return { subject: subject.template, body: text.template, filled_with: JSON.stringify(filling) };
}

export function readMessage({ subject, body, filled_with }: StoredMessage): Written {
  if (filled_with === null) return { subject: { template: '{0}', values: [subject] }, text: { template: '{0}', values: [body] } };
  // Only ever written by `storeMessage`.
  const filling = JSON.parse(filled_with) as Filling;
  return { subject: { template: subject, values: filling.subject }, text: { template: body, values: filling.body } };
}
