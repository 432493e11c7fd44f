import { fitWithin, isLight, JPEG_QUALITY } from './shrink-size.ts';

/** Returns the photo upright and smaller, as JPEG; null when it is fine as it is, or can't be read here. */
async function shrink(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  try {
    if (isLight(file.size, bitmap)) return null;
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
    return smaller.size < file.size ? smaller : null;
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
