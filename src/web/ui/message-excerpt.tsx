import type { ReportedConversation } from '#contract/conversation-reports.ts';
import { Moment } from './moment.tsx';
import { PhotoLinks } from './photo-links.tsx';

type MessageExcerptProps = { messages: ReportedConversation['messages']; names: Record<'buyer' | 'seller', string> };

/** What two people wrote to each other, for an admin who decides about it. */
export function MessageExcerpt({ messages, names }: MessageExcerptProps) {
  return (
    <ol className="grid gap-2 border-l-2 border-line pl-4 empty:hidden">
      {messages.map(({ _id, by, text, photos, at }) => (
        <li key={_id}>
          <p className="text-sm text-muted">
            {names[by]}, <Moment iso={at} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {text ?? 'Message deleted'}
          </p>
          <PhotoLinks photos={photos} />
        </li>
      ))}
    </ol>
  );
}
