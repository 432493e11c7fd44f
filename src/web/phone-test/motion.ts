import { mean, variance } from './measure-picture.ts';
import { wait } from './wait.ts';

export type Pull = { x: number; y: number; z: number };

export type Motion = {
  samples: number;
  /** The mean acceleration with gravity, in m/s². */
  pull: Pull;
  /** The acceleration's lengths. */
  lengths: number[];
  /** Turn rates, in degrees a second. */
  turns: number[];
};

type Permitted = { requestPermission?: () => Promise<'granted' | 'denied'> };

/** Safari asks its user, and only in response to a tap; other browsers don't ask. */
export async function askForMotion(): Promise<boolean> {
  const events = DeviceMotionEvent as unknown as Permitted;
  if (!events.requestPermission) return true;
  return (await events.requestPermission().catch(() => 'denied')) === 'granted';
}

/** Collects what the motion sensors report for some time. */
export async function measureMotion(milliseconds: number): Promise<Motion> {
  const pulls: Pull[] = [];
  const turns: number[] = [];
  const hear = ({ accelerationIncludingGravity: pull, rotationRate: rate }: DeviceMotionEvent): void => {
    if (pull && pull.x !== null) pulls.push({ x: pull.x, y: pull.y ?? 0, z: pull.z ?? 0 });
    if (rate && rate.alpha !== null) turns.push(Math.hypot(rate.alpha, rate.beta ?? 0, rate.gamma ?? 0));
  };
  window.addEventListener('devicemotion', hear);
  await wait(milliseconds);
  window.removeEventListener('devicemotion', hear);
  const meanOf = (axis: keyof Pull): number => mean(pulls.map((pull) => pull[axis]));
  return {
    samples: pulls.length,
    pull: { x: meanOf('x'), y: meanOf('y'), z: meanOf('z') },
    lengths: pulls.map(({ x, y, z }) => Math.hypot(x, y, z)),
    turns,
  };
}

export const shakeOf = ({ lengths }: Motion): number => variance(lengths);
