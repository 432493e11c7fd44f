import { type Camera, type Facing, openCamera } from '../camera.ts';
import { UntestableError } from '../stage.ts';
import { paragraph } from '../view.ts';
import { wait } from '../wait.ts';
import { orUntestable } from './refusals.ts';
import { hasMedia, type Step } from './step.ts';

/** Lets the camera find its focus and exposure. */
const SETTLE_MS = 800;
const TORCH_MS = 600;

export const frontCamera = cameraStep('front', 'Hold the phone so that you see yourself.');
export const rearCamera = cameraStep('rear', 'Point the phone at something with edges, such as a page or a shelf, at arm’s length.');

const nameOf = (facing: Facing): string => (facing === 'front' ? 'Front camera' : 'Rear camera');

function cameraStep(facing: Facing, how: string): Step<'front-camera'> & Step<'rear-camera'> {
  return {
    shows: `the ${facing} camera takes live, sharp pictures.`,
    cannot: 'Won’t catch scratches on the lens, and tests no further lenses. The picture stays on the phone: only figures about it are sent.',
    isTestable: hasMedia,
    async run(stage) {
      await stage.ask([['Open the camera', null]], paragraph(how));
      stage.say(paragraph('Opening the camera …', 'text-lg'));
      const camera = await orUntestable(stage.during(openCamera(facing, stage.signal)), nameOf(facing));
      camera.video.className = 'aspect-square max-h-[50dvh] w-full rounded-xl bg-sunken object-cover';
      camera.video.setAttribute('aria-hidden', 'true');
      await stage.ask([['Take the picture', null]], paragraph(how), camera.video);
      stage.say(paragraph('Hold still …', 'text-lg'), camera.video);
      await stage.during(wait(SETTLE_MS));
      const figures = await stage.during(camera.look());
      return { width: camera.width, height: camera.height, ...figures };
    },
  };
}

export const flash: Step<'flash'> = {
  shows: 'the flash lights as the shop asks, seen by the rear camera.',
  cannot: 'Doesn’t tell how bright it is.',
  isTestable: hasMedia,
  async run(stage, { pattern }) {
    await stage.ask([['Start', null]], paragraph('Point the rear camera at a wall or a table nearby. The flash blinks a few times.'));
    stage.say(paragraph('Looking …', 'text-lg'));
    const camera = await orUntestable(stage.during(openCamera('rear', stage.signal)), 'Flash');
    if (!camera.hasTorch) throw new UntestableError('missing', 'Flash: this browser can’t switch it on.');
    return { luminances: await stage.during(blink(camera, pattern)) };
  },
};

async function blink(camera: Camera, pattern: boolean[]): Promise<number[]> {
  const luminances: number[] = [];
  await wait(SETTLE_MS);
  for (const isOn of pattern) {
    await camera.setTorch(isOn);
    await wait(TORCH_MS);
    luminances.push((await camera.look()).luminance);
  }
  await camera.setTorch(false);
  return luminances;
}
