import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { classNames } from '../../ui/class-names.ts';
import { useApp } from '../../use-app.tsx';

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('image', file);
  return form;
};

type PictureChoiceProps = { label: string; onChoose: (address: string) => void; error?: string; hint: string; hideLabel?: boolean };

/** Chooses a picture and sends it to the shop's store; `onChoose` hears its address. */
export const PictureChoice = ({ label, onChoose, error, hint, hideLabel = false }: PictureChoiceProps) => {
  const { api } = useApp();
  const id = useId();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    currentTarget.value = '';
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    setIsSending(true);
    setFailure(null);
    try {
      const send = (path: string, init: RequestInit) => fetch(`/api${path}`, { ...init, signal: controller.signal });
      const { data } = await api.callBy(send, 'POST /images', { body: formOf(file) });
      onChoose(data.display_url);
    } catch (reason) {
      if (!controller.signal.aborted) setFailure(sentenceOf(reason));
    }
    if (sending.current === controller) setIsSending(false);
  };

  const wrong = failure ?? error;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
        aria-describedby={`${id}-note`}
        onChange={(event) => void choose(event)}
        className="min-h-12 w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold"
      />
      <p id={`${id}-note`} aria-live="polite" className={classNames('min-h-5 text-sm', wrong && !isSending ? 'text-danger' : 'text-muted')}>
        {isSending ? 'Sending the picture…' : (wrong ?? hint)}
      </p>
    </div>
  );
};
