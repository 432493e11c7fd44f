import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { Conversation } from '#contract/conversations.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { CONTROL } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { AttachedPhotos, AttachPhoto } from './attach-photo.tsx';

/** As in the contract, whose schemas stay out of the browser. */
const MAX_TEXT = 2000;

const CLOSED = {
  left: 'This person has left the shop, so you can’t write to them.',
  blocked: 'You’ve blocked this person. Unblock them to write to them.',
};

type Written = { text: string; photos: string[] };

const NOTHING: Written = { text: '', photos: [] };

type ComposerProps = { conversation: Conversation; suggestions: readonly string[]; onSend: (written: Written) => void };

/** Where the user writes. What was typed survives a reload. Enter sends where there is a keyboard; Shift and Enter begin a new line. */
export function Composer({ conversation: { _id, closed, otherName }, suggestions, onSend }: ComposerProps) {
  const draft = `message:${_id}`;
  const form = useForm({ defaultValues: { ...NOTHING, ...readDraft<Written>(draft) } });
  useDraft(form, draft);
  const upload = usePhotoUpload();
  const photoField = useRef<HTMLInputElement>(null);
  const watchFocus = useFocusHeir(photoField);
  const { text, photos } = form.watch();
  const isEmpty = text.trim() === '' && photos.length === 0;
  const setPhotos = (changed: string[]): void => form.setValue('photos', changed, { shouldDirty: true });
  if (closed !== null) return <p className="border-t border-line py-4 text-muted">{CLOSED[closed]}</p>;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (upload.blocksSubmit() || isEmpty) return;
    onSend({ text, photos });
    form.reset(NOTHING);
    forgetDraft(draft);
  };
  const sendByEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && matchMedia('(pointer: fine)').matches) submit(event);
  };

  const suggest = (suggestion: string): void => {
    form.setValue('text', suggestion, { shouldDirty: true });
    form.setFocus('text');
  };

  return (
    <form
      {...watchFocus}
      onSubmit={submit}
      className="sticky bottom-(--bar) z-10 -mx-4 flex flex-wrap items-end gap-2 border-t border-line bg-ground px-4 py-3 md:mx-0 md:px-0"
    >
      {isEmpty && suggestions.length > 0 && <Suggestions texts={suggestions} onChoose={suggest} />}
      {photos.length > 0 && <AttachedPhotos photos={photos} onChange={setPhotos} />}
      <AttachPhoto photos={photos} upload={upload} field={photoField} onAdd={(photo) => setPhotos([...form.getValues('photos'), photo])} />
      <textarea
        aria-label={`Message to ${otherName}`}
        placeholder="Write a message"
        rows={1}
        maxLength={MAX_TEXT}
        dir="auto"
        {...form.register('text')}
        onKeyDown={sendByEnter}
        className={`${CONTROL} field-sizing-content max-h-40 min-w-0 flex-1 basis-40 resize-none`}
      />
      <Button type="submit" aria-label="Send" className="shrink-0 px-4" aria-disabled={isEmpty}>
        <Icon name="send-horizontal" className="size-5" />
      </Button>
    </form>
  );
}

type SuggestionsProps = { texts: readonly string[]; onChoose: (text: string) => void };

/** Texts to begin with: choosing one writes it into the field, to be changed or sent. */
function Suggestions({ texts, onChoose }: SuggestionsProps) {
  return (
    <ul aria-label="Suggestions" className="flex basis-full flex-wrap gap-2">
      {texts.map((text) => (
        <li key={text} className="max-w-full">
          <button
            type="button"
            onClick={() => onChoose(text)}
            dir="auto"
            className="min-h-11 max-w-full truncate rounded-full border border-line-strong bg-surface px-4 text-sm hover:bg-sunken"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
