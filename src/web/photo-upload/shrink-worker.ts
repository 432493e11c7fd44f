import { BEGINNING_BYTES, cameraSegmentOf, mustStayWhole, withSegment } from './photo-data.ts';
import { fitWithin, isLight, JPEG_QUALITY } from './shrink-size.ts';

/** Returns the photo upright and smaller, as JPEG, with what its camera said of it; null when it stays as it is, or can't be read here. */
async function shrink(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  try {
    if (isLight(file.size, bitmap)) return null;
    const beginning = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
    if (mustStayWhole(beginning, { size: file.size, width: bitmap.width, height: bitmap.height })) return null;
    const { width, height } = fitWithin(bitmap);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return null;
    // JPEG has no transparency: transparent areas become white, not black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    if (smaller.size >= file.size) return null;
    const segment = cameraSegmentOf(beginning);
    return segment ? withSegment(smaller, segment) : smaller;
  } finally {
    bitmap.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrink(data).then(
    (smaller) => postMessage(smaller),
    () => postMessage(null),
  );
});
