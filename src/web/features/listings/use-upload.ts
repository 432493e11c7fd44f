import { useEffect, useRef, useState } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { createWatchedSend, type Sent } from '../../watched-send.ts';

/** A refused picture, told apart from a refused listing. */
export class ImageRefused extends Error {}
/** The seller stopped it, or left the page. */
export class UploadCancelled extends Error {}

const isFault = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401 || error.status === 403 || error.status >= 500);

/** Uploads a picture once, however often its listing is sent. `sent` is null while nothing is under way. */
export const useUpload = (api: Api) => {
  const uploaded = useRef<{ file: File; address: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const cancel = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File): Promise<string> => {
    if (uploaded.current?.file === file) return uploaded.current.address;
    const controller = new AbortController();
    running.current = controller;
    setSent({ bytes: 0, of: file.size });
    try {
      const address = await api.uploadImage(file, createWatchedSend('/api', { signal: controller.signal, onProgress: setSent }));
      uploaded.current = { file, address };
      return address;
    } catch (error) {
      if (controller.signal.aborted) throw new UploadCancelled();
      if (isFault(error)) throw error;
      throw new ImageRefused(sentenceOf(error));
    } finally {
      running.current = null;
      setSent(null);
    }
  };

  return { upload, sent, cancel };
};
