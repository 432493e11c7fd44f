import type { Conversation, Message } from '#contract/conversations.ts';
import { classNames } from '../../ui/class-names.ts';
import { Moment } from '../../ui/moment.tsx';

export const BUBBLE = 'max-w-[85%] rounded-2xl px-4 py-2 whitespace-pre-line wrap-anywhere sm:max-w-[75%]';
export const OWN_BUBBLE = 'bg-accent text-on-accent';

type MessageBubbleProps = { message: Message; conversation: Conversation };

/** One message: the user's own at the right. */
export function MessageBubble({ message, conversation: { side, otherName, otherRead, lastNumber } }: MessageBubbleProps) {
  const isOwn = message.by === side;
  return (
    <li className={classNames('grid gap-0.5', isOwn ? 'justify-items-end' : 'justify-items-start')}>
      <span className="sr-only">{isOwn ? 'You' : (otherName ?? 'Deleted account')}:</span>
      <p className={classNames(BUBBLE, isOwn ? OWN_BUBBLE : 'bg-sunken', message.text === null && 'italic')} dir="auto">
        {message.text ?? 'Message deleted'}
      </p>
      {message.masked && (
        <p className="max-w-[85%] text-sm text-muted">
          {isOwn ? 'Your contact details stay hidden until the phone is paid.' : 'Contact details are hidden until the phone is paid.'}
        </p>
      )}
      <p className="text-sm text-muted">
        <Moment iso={message.at} />
        {isOwn && message.number === lastNumber && otherRead >= message.number && ' · Read'}
      </p>
    </li>
  );
}
