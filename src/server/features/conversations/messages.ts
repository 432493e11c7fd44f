import { message } from '../../messages/message.ts';
import type { EmailMessage } from '../mail/index.ts';

type Sent = { conversationId: string; productName: string; by: 'buyer' | 'seller' };
type Unread = { conversationId: string; productName: string; side: 'buyer' | 'seller'; count: number };

/** To somebody who hasn't read what the other side wrote five minutes ago. What it says stays in the shop. */
export function unreadMessages({ conversationId, productName, side, count }: Unread): EmailMessage {
  const who = side === 'buyer' ? 'The seller' : 'A buyer';
  return {
    kind: 'message_unread',
    subject: message`New message: ${productName}`,
    text: message`${who} has written to you about ${productName}. You have ${count === 1 ? 'an unread message' : `${count} unread messages`}. You get no further email about this conversation until you’ve read it, and you can mute it on its page.`,
    link: pathOf(conversationId),
    label: 'Read and reply',
  };
}

/** On the devices of somebody who was just written to. What it says stays in the shop. */
export function newMessage({ conversationId, productName, by }: Sent) {
  const who = by === 'seller' ? 'The seller' : 'A buyer';
  return { subject: message`New message: ${productName}`, text: message`${who} has written to you.`, path: pathOf(conversationId) };
}

const pathOf = (conversationId: string): string => `/dashboard/messages/${conversationId}`;
