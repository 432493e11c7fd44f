import type { Message } from '../../messages/message.ts';

/** An email's content before it is rendered. */
export type EmailMessage = {
  /** A stable key for the email's topic. */
  kind: string;
  subject: Message;
  /** Paragraphs separated by empty lines. Addresses in it come from people and don't become links. */
  text: Message;
  /** Its only link: a path of the shop, or a full address. */
  link: string | null;
  /** The label of the link's button. */
  label: string;
  /** The path that ends such emails; people can't end those without one. */
  unsubscribe?: string | undefined;
};
