import type { DeviceTraits } from '#contract/phone-tests/steps.ts';
import { readGraphics, readMemory, readModel } from './device.ts';

/** What the browser says of the phone. */
export async function readTraits(): Promise<DeviceTraits> {
  const { width, height } = window.screen;
  const ratio = window.devicePixelRatio || 1;
  const [short = 0, long = 0] = [width, height].map((side) => Math.round(side * ratio)).sort((a, b) => a - b);
  return {
    ...(await readModel()),
    graphics: readGraphics()?.slice(0, 200) ?? null,
    screen: { short, long, ratio },
    cores: navigator.hardwareConcurrency ?? null,
    memoryGb: readMemory(),
    touchPoints: navigator.maxTouchPoints,
  };
}
