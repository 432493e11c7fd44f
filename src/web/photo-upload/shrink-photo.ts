import { mayBeHeavy } from './shrink-size.ts';

/** Types that browsers and the shop both read. Anything else is sent unchanged: the shop knows how to reject it. */
const SHRUNK = /^image\/(?:jpeg|png|webp|avif|hei[cf])$/u;
/** Longer than any phone needs; then the photo is sent unchanged. */
const PATIENCE_MS = 20_000;

/** Returns a photo made small enough to send, and upright, off the main thread; the file itself when it is small already or this browser can't read it. */
export async function shrinkPhoto(file: Blob, signal: AbortSignal): Promise<Blob> {
  if (!canShrink(file)) return file;
  const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const smaller = await new Promise<Blob | null>((resolve) => {
      const asItIs = (): void => resolve(null);
      worker.onmessage = ({ data }: MessageEvent<Blob | null>) => resolve(data);
      worker.onerror = asItIs;
      signal.addEventListener('abort', asItIs, { once: true });
      timer = setTimeout(asItIs, PATIENCE_MS);
      worker.postMessage(file);
    });
    return smaller ?? file;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function canShrink({ type, size }: Blob): boolean {
  return mayBeHeavy(size) && SHRUNK.test(type) && typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
}
