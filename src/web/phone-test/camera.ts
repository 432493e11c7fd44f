import { differenceOf, measurePicture, type PictureFigures, type Pixels } from './measure-picture.ts';
import { openMedia } from './media.ts';
import { wait } from './wait.ts';

export type Facing = 'front' | 'rear';

export type Camera = {
  /** What the camera says of itself. */
  width: number;
  height: number;
  hasTorch: boolean;
  video: HTMLVideoElement;
  /** The figures of a picture taken now, and by how much the next one differs: a frozen picture doesn't change. */
  look(): Promise<PictureFigures & { change: number }>;
  setTorch(isOn: boolean): Promise<void>;
};

const MODES: Record<Facing, string> = { front: 'user', rear: 'environment' };
/** Pictures are measured at this width: enough to tell sharp from blurred, and fast on an old phone. */
const MEASURED_WIDTH = 320;
const BETWEEN_PICTURES_MS = 250;
const PATIENCE_MS = 4000;

/** Opens a camera until the signal. Throws what the browser throws when it is refused or missing. */
export async function openCamera(facing: Facing, signal: AbortSignal): Promise<Camera> {
  const stream = await openMedia({ video: { facingMode: { ideal: MODES[facing] }, width: { ideal: 1920 } } }, signal);
  const [track] = stream.getVideoTracks();
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  await firstFrame(video);
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    hasTorch: track !== undefined && 'torch' in (track.getCapabilities?.() ?? {}),
    video,
    async look() {
      const first = snap(video);
      await wait(BETWEEN_PICTURES_MS);
      const second = snap(video);
      return { ...measurePicture(second), change: differenceOf(first, second) };
    },
    async setTorch(isOn) {
      // Not in the type of constraints yet, though Android's browsers know it.
      await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    },
  };
}

async function firstFrame(video: HTMLVideoElement): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (video.videoWidth === 0 && Date.now() < until) await wait(50);
}

function snap(video: HTMLVideoElement): Pixels {
  const width = Math.min(MEASURED_WIDTH, video.videoWidth || 1);
  const height = Math.max(1, Math.round((width * (video.videoHeight || 1)) / (video.videoWidth || 1)));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing) return { data: [], width: 0, height: 0 };
  drawing.drawImage(video, 0, 0, width, height);
  return drawing.getImageData(0, 0, width, height);
}
