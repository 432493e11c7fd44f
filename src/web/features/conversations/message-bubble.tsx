import type { ReactNode } from 'react';
import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Conversation, Message } from '#contract/conversations.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PhotoLinks } from '../../ui/photo-links.tsx';
import { findTraps, TRAP_WARNINGS } from './traps.ts';

export const BUBBLE = 'max-w-[85%] rounded-2xl px-4 py-2 whitespace-pre-line wrap-anywhere sm:max-w-[75%]';
export const OWN_BUBBLE = 'bg-accent text-on-accent';

type MessageBubbleProps = { message: Message; conversation: Conversation; offer?: ReactNode };

/** One message: the user's own at the right. */
export function MessageBubble({ message, offer, conversation: { side, otherName, otherRead, lastNumber } }: MessageBubbleProps) {
  const isOwn = message.by === side;
  return (
    <li className={classNames('grid gap-0.5', isOwn ? 'justify-items-end' : 'justify-items-start')}>
      <span className="sr-only">{isOwn ? 'You' : (otherName ?? DELETED_NAME)}:</span>
      <PhotoLinks photos={message.photos} />
      {message.text !== '' && (
        <p className={classNames(BUBBLE, isOwn ? OWN_BUBBLE : 'bg-sunken', message.text === null && 'italic')} dir="auto">
          {message.text ?? 'Message deleted'}
        </p>
      )}
      {offer}
      {!isOwn && <Warnings text={message.text ?? ''} />}
      {message.masked && (
        <p className="max-w-[85%] text-sm text-muted">
          {isOwn ? 'Your contact details stay hidden until the phone is paid for.' : 'Contact details are hidden until the phone is paid for.'}
        </p>
      )}
      <p className="text-sm text-muted">
        <Moment iso={message.at} />
        {isOwn && message.number === lastNumber && otherRead >= message.number && ' · Read'}
      </p>
    </li>
  );
}

/** What the user should beware of, found on their own device. */
function Warnings({ text }: { text: string }) {
  return findTraps(text).map((trap) => (
    <p key={trap} className="flex max-w-[85%] gap-2 rounded-xl bg-warning-soft px-3 py-2 text-sm text-warning">
      <Icon name="triangle-exclamation-point" className="mt-0.5 size-4 shrink-0" />
      {TRAP_WARNINGS[trap]}
    </p>
  ));
}
