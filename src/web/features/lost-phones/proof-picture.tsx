import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { createMeasuredSend } from '../../measured-send.ts';
import { Button } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { useApp } from '../../use-app.tsx';

type State = { at: 'nothing' } | { at: 'sending'; percent: number } | { at: 'failed'; message: string };

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('image', file);
  return form;
};

const inWords = (state: State): string | null => {
  if (state.at === 'sending') return `Sending the picture: ${state.percent} %`;
  return state.at === 'failed' ? state.message : null;
};

type ProofPictureProps = { address: string; onChange: (address: string) => void; error: string | undefined };

/** One picture that proves whose phone it is, sent when it is chosen. */
export const ProofPicture = ({ address, onChange, error }: ProofPictureProps) => {
  const { api } = useApp();
  const id = useId();
  const [state, setState] = useState<State>({ at: 'nothing' });
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const cancel = (): void => {
    sending.current?.abort();
    sending.current = null;
    setState({ at: 'nothing' });
  };

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    currentTarget.value = '';
    cancel();
    const controller = new AbortController();
    sending.current = controller;
    setState({ at: 'sending', percent: 0 });
    const send = createMeasuredSend('/api', {
      signal: controller.signal,
      onProgress: ({ bytes, of }) => setState({ at: 'sending', percent: Math.floor((100 * bytes) / of) }),
    });
    try {
      const { data } = await api.callBy(send, 'POST /images', { body: formOf(file) });
      onChange(data.display_url);
      setState({ at: 'nothing' });
    } catch (failure) {
      if (!controller.signal.aborted) setState({ at: 'failed', message: sentenceOf(failure) });
    }
  };

  const words = inWords(state) ?? error ?? null;
  const isWrong = state.at === 'failed' || (error !== undefined && state.at !== 'sending');
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="font-medium">
        A picture of the box or the receipt
      </label>
      {address !== '' && <ListingImage address={address} alt="The picture that you add" sizes="8rem" className="size-32 rounded-xl" />}
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-describedby={`${id}-note`}
        onChange={(event) => void choose(event)}
        className="min-h-12 w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold"
      />
      <p id={`${id}-note`} aria-live="polite" className={isWrong ? 'min-h-5 text-sm text-danger' : 'min-h-5 text-sm text-muted'}>
        {words ?? 'The shop’s admin sees it, and nobody else is shown it.'}
      </p>
      {state.at === 'sending' && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={cancel}>
          Cancel
        </Button>
      )}
      {address !== '' && state.at !== 'sending' && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={() => onChange('')}>
          Remove the picture
        </Button>
      )}
    </div>
  );
};
