import type { Message } from '../../messages/message.ts';

/** What a mail says, before anybody made it look like one. */
export type EmailMessage = {
  /** A stable word for what it is about. */
  kind: string;
  subject: Message;
  /** Paragraphs, with an empty line between them. Addresses in it are words of people: they lead nowhere. */
  text: Message;
  /** The one address that it leads to: the shop's own path, or a whole address. */
  link: string | null;
  /** What the link's button says. */
  label: string;
};
