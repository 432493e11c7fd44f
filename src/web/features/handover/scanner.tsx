import decodeQR from 'qr/decode.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readCodeAddress, type ScannedCode } from '#contract/handover-code.ts';
import { Button } from '../../ui/button.tsx';

const LOOK_MS = 150;
/** Larger frames are scaled down: the code fills most of them. */
const FRAME = 480;

/** Reads a QR code from a picture; null when there is none. */
type Detect = (video: HTMLVideoElement) => Promise<string | null>;

type NativeDetector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type WithDetector = { BarcodeDetector?: { new (options: { formats: string[] }): NativeDetector; getSupportedFormats(): Promise<string[]> } };

/** Looks for a code through the camera. */
export function Scanner({ onFound, onClose }: { onFound: (code: ScannedCode | null) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const found = useEffectEvent((text: string) => onFound(readCodeAddress(text)));
  useEffect(() => {
    const stopping = new AbortController();
    look(video, { signal: stopping.signal, found }).catch(() => setBlocked(true));
    return () => stopping.abort();
  }, []);
  return (
    <div className="grid justify-items-center gap-3">
      {isBlocked ? (
        <p role="alert">We can’t use the camera. Allow it in your browser’s settings, or type the digits.</p>
      ) : (
        <video ref={video} playsInline muted className="aspect-square w-full max-w-72 rounded-xl bg-sunken object-cover" aria-label="Camera" />
      )}
      <Button variant="secondary" onClick={onClose}>
        Close the camera
      </Button>
    </div>
  );
}

async function look(video: { current: HTMLVideoElement | null }, { signal, found }: { signal: AbortSignal; found: (text: string) => void }): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted || !video.current) return stop();
  video.current.srcObject = stream;
  await video.current.play().catch(() => null);
  const detect = await createDetector();
  while (!signal.aborted) {
    const text = video.current && video.current.videoWidth > 0 ? await detect(video.current) : null;
    if (text !== null && !signal.aborted) return found(text);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function createDetector(): Promise<Detect> {
  // Few browsers have it, and TypeScript doesn't know it.
  const { BarcodeDetector } = window as WithDetector;
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return createOwnDetector();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null;
}

function createOwnDetector(): Detect {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, FRAME / Math.min(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null;
    }
  };
}
