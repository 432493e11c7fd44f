import type { Chance, PhoneFacts } from '#drawing/phone.ts';

export const CANVAS = 1280;

type Matrix = [a: number, b: number, c: number, d: number];

/** One phone in a picture: pixels on the canvas, degrees, and the perspective of the plane it lies in. */
export type Pose = {
  side: 'front' | 'back';
  at: [x: number, y: number];
  height: number;
  turn: number;
  plane: Matrix;
  /** Where the phone's side is visible, in pixels. */
  edge: [dx: number, dy: number];
  /** Height above the ground in pixels: higher phones have a wider, softer shadow. */
  lift: number;
};

export type Arrangement = { standing: boolean; poses: Pose[] };

const FACING: Matrix = [1, 0, 0, 1];
/** The ground seen from a standing person's eyes, from the left or the right. */
const LYING: [Matrix, Matrix] = [
  [0.92, 0.3, -0.5, 0.72],
  [0.92, -0.3, 0.5, 0.72],
];

/** Where upright phones touch the table. */
const FLOOR = 1085;

type Arrange = (phone: PhoneFacts, chance: Chance) => Arrangement;

/** Each shows the back: only there is the phone's color seen. */
const ARRANGEMENTS: readonly [Arrange, ...Arrange[]] = [
  (_phone, chance) => ({
    standing: true,
    poses: [upright('back', 480 + chance.between(-20, 10), 850, 0.05), upright('front', 800 + chance.between(-20, 20), 850, -0.04)],
  }),
  (_phone, chance) => ({
    standing: false,
    poses: [flat('back', [800, 590], 930, chance.between(14, 20)), flat('front', [510, 690], 930, chance.between(6, 11))],
  }),
  (_phone, chance) => ({ standing: false, poses: [flat('back', [630, 645], 1040, chance.between(-20, -11))] }),
  (_phone, chance) => ({
    standing: false,
    poses: [flat('back', [430, 610], 880, chance.between(-9, -4)), flat('front', [850, 670], 880, chance.between(3, 8))],
  }),
  (_phone, chance) => ({
    standing: false,
    poses: [
      { ...flat('back', [790, 580], 820, chance.between(6, 12)), plane: LYING[0], edge: [0, 18] },
      { ...flat('front', [500, 730], 820, chance.between(6, 12)), plane: LYING[0], edge: [0, 18], lift: 20 },
    ],
  }),
  (_phone, chance) => ({ standing: true, poses: [upright('back', 610, 930, chance.between(0.05, 0.08)), upright('front', 830, 790, -0.05)] }),
  (phone, chance) => ({ standing: false, poses: [closeUp(phone, chance)] }),
  (_phone, chance) => ({
    standing: false,
    poses: [
      { ...flat('front', [480, 590], 800, chance.between(-12, -6)), plane: LYING[1], edge: [0, 18] },
      { ...flat('back', [800, 720], 800, chance.between(-12, -6)), plane: LYING[1], edge: [0, 18], lift: 20 },
    ],
  }),
  (_phone, chance) => ({
    standing: false,
    poses: [flat('front', [540, 650], 930, chance.between(-16, -10)), flat('back', [770, 640], 930, chance.between(5, 10))],
  }),
  (_phone, chance) => ({ standing: false, poses: [{ ...flat('back', [640, 640], 1010, chance.between(-20, -8)), plane: LYING[1], edge: [0, 20] }] }),
];

/** Arranges neighboring pictures of a page differently. */
export function arrange(phone: PhoneFacts, nth: number, chance: Chance): Arrangement {
  const chosen = ARRANGEMENTS[(nth * 7 + Math.floor(nth / 10) * 3) % ARRANGEMENTS.length] ?? ARRANGEMENTS[0];
  return chosen(phone, chance);
}

/** Transforms millimeters on the phone to pixels on the canvas. */
export function transformOf(phone: PhoneFacts, pose: Pose, [dx, dy]: [number, number] = [0, 0]): string {
  const [height, width] = phone.size;
  const [a, b, c, d] = pose.plane;
  const scale = pose.height / height;
  return `translate(${pose.at[0] + dx} ${pose.at[1] + dy}) matrix(${a} ${b} ${c} ${d} 0 0) rotate(${pose.turn}) scale(${scale}) translate(${-width / 2} ${-height / 2})`;
}

function flat(side: Pose['side'], at: Pose['at'], height: number, turn: number): Pose {
  return { side, at, height, turn, plane: FACING, edge: [0, 0], lift: 14 };
}

/** Returns the pose that puts the camera lenses near the middle of the canvas. */
function closeUp({ size: [heightMm, widthMm], look }: PhoneFacts, chance: Chance): Pose {
  const height = 1750;
  const turn = chance.between(-24, -12);
  const scale = height / heightMm;
  const xs = look.lenses.map(([x]) => x);
  const ys = look.lenses.map(([, y]) => y);
  const dx = ((Math.min(...xs) + Math.max(...xs)) / 2 - widthMm / 2) * scale;
  const dy = ((Math.min(...ys) + Math.max(...ys)) / 2 - heightMm / 2) * scale;
  const angle = (turn * Math.PI) / 180;
  const target = [560, 470] as const;
  return flat('back', [target[0] - dx * Math.cos(angle) + dy * Math.sin(angle), target[1] - dx * Math.sin(angle) - dy * Math.cos(angle)], height, turn);
}

function upright(side: Pose['side'], x: number, height: number, lean: number): Pose {
  return {
    side,
    at: [x, FLOOR - height / 2],
    height,
    turn: 0,
    plane: [0.94, lean, 0, 1],
    edge: [lean > 0 ? -9 : 9, 0],
    lift: 0,
  };
}
