import { SendHorizontal } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { Conversation } from '#contract/conversations.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { Button } from '../../ui/button.tsx';
import { CONTROL } from '../../ui/field.tsx';

/** As in the contract, whose schemas stay out of the browser. */
const MAX_TEXT = 2000;

const CLOSED = {
  left: 'This person has left the shop, so you can’t write to them.',
  blocked: 'You’ve blocked this person. Unblock them to write to them.',
};

type ComposerProps = { conversation: Conversation; onSend: (text: string) => void };

/** Where the user writes. What was typed survives a reload. Enter sends where there is a keyboard; Shift and Enter begin a new line. */
export function Composer({ conversation: { _id, closed, otherName }, onSend }: ComposerProps) {
  const draft = `message:${_id}`;
  const form = useForm({ defaultValues: { text: '', ...readDraft<{ text: string }>(draft) } });
  useDraft(form, draft);
  const text = form.watch('text');
  if (closed !== null) return <p className="border-t border-line py-4 text-muted">{CLOSED[closed]}</p>;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    onSend(text);
    form.reset({ text: '' });
    forgetDraft(draft);
  };
  const sendByEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && matchMedia('(pointer: fine)').matches) submit(event);
  };

  return (
    <form onSubmit={submit} className="sticky bottom-(--bar) z-10 -mx-4 flex items-end gap-2 border-t border-line bg-ground px-4 py-3 md:mx-0 md:px-0">
      <textarea
        aria-label={`Message to ${otherName}`}
        placeholder="Write a message"
        rows={1}
        maxLength={MAX_TEXT}
        dir="auto"
        {...form.register('text')}
        onKeyDown={sendByEnter}
        className={`${CONTROL} field-sizing-content max-h-40 resize-none`}
      />
      <Button type="submit" aria-label="Send" className="shrink-0 px-4" aria-disabled={text.trim() === ''}>
        <SendHorizontal className="size-5" aria-hidden="true" />
      </Button>
    </form>
  );
}
