import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../error-sentence.ts';
import { createUploadCalls } from '../queries/images.ts';
import { useApp } from '../use-app.tsx';
import { browserConnection } from './connection.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { type UploadProgress, uploadPhoto } from './upload-photo.ts';
import { describeUpload, type UploadState } from './upload-text.ts';

export type PhotoUpload = ReturnType<typeof usePhotoUpload>;

/**
 * Uploads one photo at a time. It belongs to the form, which isn't sent while `blocksSubmit`, rather than to its field. `cancel` or leaving the page aborts
 * the upload. `shrink`: makes a photo smaller first.
 */
export function usePhotoUpload(shrink = shrinkPhoto) {
  const { api } = useApp();
  const [state, setState] = useState<UploadState>({ at: 'idle' });
  /** The form was to be sent during this upload. */
  const [isAwaited, setAwaited] = useState(false);
  const running = useRef<AbortController | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const settle = useCallback((settled: UploadState): void => {
    running.current = null;
    setState(settled);
    setAwaited(false);
  }, []);
  const cancel = useCallback((): void => {
    if (running.current === null) return;
    running.current.abort();
    settle({ at: 'idle' });
  }, [settle]);

  /** Uploads a file, then calls `onUploaded` with its address; a failure of either is shown. Ignored while another one is under way. */
  const upload = async (file: File, onUploaded: (address: string, signal: AbortSignal) => unknown): Promise<void> => {
    if (running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onProgress = (progress: UploadProgress): void => {
      if (!signal.aborted) setState(progress);
    };
    onProgress({ at: 'sending', percent: 0 });
    try {
      const address = await uploadPhoto(file, { calls: createUploadCalls(api), connection: browserConnection, shrink }, { signal, onProgress });
      if (signal.aborted) return;
      await onUploaded(address, signal);
      if (!signal.aborted) settle({ at: 'uploaded' });
    } catch (error) {
      if (!signal.aborted) settle({ at: 'failed', message: sentenceOf(error) });
    }
  };

  /** Whether a photo is still being uploaded now, whatever was the case at the last render: then its field says so and takes the focus, and the form must not be sent without it. */
  const blocksSubmit = (): boolean => {
    if (running.current === null) return false;
    setAwaited(true);
    // What is folded away can't take the focus.
    field.current?.closest('details')?.setAttribute('open', '');
    field.current?.focus();
    return true;
  };

  const described = describeUpload(state, isAwaited);
  return {
    isUnderWay: state.at === 'sending' || state.at === 'paused',
    /** Since the last photo was chosen. */
    isUploaded: state.at === 'uploaded',
    /** What the field says about the upload; null when there is nothing to say. */
    text: described?.text ?? null,
    /** Shown after the text, but not announced. */
    progress: described?.progress ?? '',
    isWrong: state.at === 'failed' || isAwaited,
    upload,
    cancel,
    blocksSubmit,
    /** The field that takes the focus when the form can’t be submitted. */
    field,
  };
}
